// Sending a picture from the browser to a document endpoint.
import { api, post } from './api.js';
import { endpointName } from './words.js';

const WIDEST = 3200; // pixels; more only costs time on the radio

// base64Of reads a file as base64 text.
function base64Of(blob) {
  return new Promise((done, fail) => {
    const r = new FileReader();
    r.onload = () => done(r.result.slice(r.result.indexOf(',') + 1));
    r.onerror = () => fail(r.error);
    r.readAsDataURL(blob);
  });
}

// smaller shrinks a phone's large photograph, upright as its EXIF says; what the browser cannot open goes as it is.
async function smaller(file) {
  if (!file.type.startsWith('image/') || file.size < 3e6) return file;
  let bitmap;
  try { bitmap = await createImageBitmap(file); } catch { return file; }
  const k = Math.min(1, WIDEST / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * k);
  canvas.height = Math.round(bitmap.height * k);
  canvas.getContext('2d').drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob((b) => done(b || file), 'image/jpeg', 0.92));
}

// send posts a file, or several as the pages of one document, to path and returns the answer with the blobs and the body that were sent;
// a busy box is asked again twice.
export async function send(path, files, extra = {}, onBusy = () => {}) {
  const blobs = await Promise.all([files].flat().map(smaller));
  const images = await Promise.all(blobs.map(base64Of));
  const body = { image: images.length > 1 ? images : images[0], ...extra };
  for (let tries = 0; ; tries++) {
    const answer = await post(path.replace(/^\//, ''), body);
    if (answer.status !== 503 || tries === 2) return { ...answer, blobs, blob: blobs[0], sent: body };
    onBusy();
    await new Promise((r) => setTimeout(r, 1000 * (answer.retryAfter || 1)));
  }
}

// endpoints fills a select with what this box reads and remembers the choice.
export async function endpoints(select, remember) {
  const { body } = await api('v1/stations');
  select.replaceChildren(...body.endpoints.map((p) => new Option(endpointName(p), p)));
  const kept = localStorage.getItem(remember);
  if (kept && body.endpoints.includes(kept)) select.value = kept;
  select.addEventListener('change', () => localStorage.setItem(remember, select.value));
}
