const SVG = 'http://www.w3.org/2000/svg'

interface SvgPathOptions {
  readonly viewBox: string
  readonly className: string
  /** Text for screen readers. Default: the drawing is hidden from them. */
  readonly label?: string
}

/** SVG element with one path in the current text colour. */
export function svgPath(path: string, { viewBox, className, label }: SvgPathOptions): SVGElement {
  const drawing = document.createElementNS(SVG, 'svg')
  drawing.setAttribute('viewBox', viewBox)
  drawing.setAttribute('class', className)
  drawing.setAttribute('fill', 'currentColor')
  if (label === undefined) drawing.setAttribute('aria-hidden', 'true')
  else {
    drawing.setAttribute('role', 'img')
    drawing.setAttribute('aria-label', label)
  }
  const outline = document.createElementNS(SVG, 'path')
  outline.setAttribute('d', path)
  drawing.append(outline)
  return drawing
}
