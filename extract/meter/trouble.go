package meter

import "lensd/extract"

// Trouble is what most likely keeps a counter from being read.
type Trouble int

const (
	Unseen    Trouble = iota // the picture is fair, but no counter is seen in it
	TooDark                  // hardly any light
	TooBright                // most of it is blown out
	TooSmall                 // the digits have too few pixels
	Glare                    // light lies on the counter itself
	Blurred                  // out of focus or moved
)

// NotFound is the error for a picture without a readable counter; its message says what the sender can do.
func NotFound(why Trouble) *extract.Error {
	return extract.Errorf(extract.KindNotFound, "no counter was found: %s", [...]string{
		Unseen:    "show the whole dial, sharp and without glare on the digits",
		TooDark:   "the picture is too dark; light the dial from the side",
		TooBright: "the picture is overexposed; take the light away from the lens or step back",
		TooSmall:  "the digits are too small; go closer or send the picture at full size",
		Glare:     "light is mirrored on the digits; hold the lamp or the camera at another angle",
		Blurred:   "the picture is blurred; hold still and let the camera focus",
	}[why])
}
