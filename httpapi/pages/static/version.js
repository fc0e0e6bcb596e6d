// Versions as Debian orders them, for a box that asks nobody on the Internet what the newest one is.

const order = (c) => (c === '~' ? -1 : c === undefined || /\d/.test(c) ? 0 : /[A-Za-z]/.test(c) ? c.charCodeAt(0) : c.charCodeAt(0) + 256);

// compare is below, at or above zero, as a is older than b, the same or newer.
export function compare(a, b) {
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    while ((i < a.length && !/\d/.test(a[i])) || (j < b.length && !/\d/.test(b[j]))) {
      const d = order(a[i]) - order(b[j]);
      if (d) return d;
      i++;
      j++;
    }
    const m = /^\d*/.exec(a.slice(i))[0], n = /^\d*/.exec(b.slice(j))[0], d = Number(m || 0) - Number(n || 0);
    if (d) return d;
    i += m.length;
    j += n.length;
  }
  return 0;
}

// plain is a version without the release of Debian that a package was built for.
export const plain = (v) => v.replace(/\+deb\d+$/, '');

// ofFile is the version in a package's name, '' for another file.
export const ofFile = (name) => plain(/^lensd_(.+)_(?:amd64|arm64)\.deb$/.exec(name)?.[1] || '');

// age is how many months ago a version was made that holds its time, null for others.
export function age(version, now = Date.now()) {
  const m = /~(\d{4})(\d\d)(\d\d)\d{6}\./.exec(version);
  return m ? Math.floor((now - Date.UTC(m[1], m[2] - 1, m[3])) / (30.44 * 86400e3)) : null;
}
