/** The `go.mod` of a deprecated module that retracts some of its versions. */
export const goMod = `// Package comments may stand here.

// Deprecated: use example.com/Tended/v2
// instead.
//
// It is faster too.
module example.com/Leftover // the old one

go 1.21

require (
	github.com/pkg/errors v0.9.1 // indirect
	// Deprecated: not about this module
	golang.org/x/text v0.3.2
)

replace example.com/a v1.4.5 => ./a

retract v1.0.0 // Published by accident.

// Wrong checksums.
retract [v1.1.0, v1.1.9]

// Data loss.
retract (
	v1.3.0
	[v1.4.0, v1.4.5] // Does not start.
)
`;

export const tendedGoMod = 'module example.com/tended\n\ngo 1.24\n';
