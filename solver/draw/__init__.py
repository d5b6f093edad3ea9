"""Pictures, drawn as SVG without a library."""
