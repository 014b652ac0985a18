const rules = `
:host{all:initial}
button{position:fixed;inset-block-end:16px;inset-inline-start:16px;z-index:998;display:grid;place-items:center;inline-size:44px;block-size:44px;padding:0;border:1px solid #8888;border-radius:50%;background:#1c1c21;color:#fff;cursor:pointer;opacity:.75}
button:hover,button:focus-visible{opacity:1}
button:focus-visible{outline:2px solid #7c8cff;outline-offset:2px}
`
const SVG = 'http://www.w3.org/2000/svg'

/** Adds the panel's button to the page's corner. Returns a function that removes it. */
export function showButton(open: () => void): () => void {
  const host = document.createElement('div')
  host.dataset.walletModalDevtools = ''
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [sheet]
  const button = document.createElement('button')
  button.type = 'button'
  button.ariaLabel = 'Wallet Modal: developer panel'
  button.title = button.ariaLabel
  button.append(drawIcon())
  button.addEventListener('click', open)
  shadow.append(button)
  document.body.append(host)
  return () => host.remove()
}

/** Two angle brackets. */
function drawIcon(): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  const path = document.createElementNS(SVG, 'path')
  for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', width: '20', height: '20', fill: 'none' }))
    svg.setAttribute(name, value)
  const stroke = {
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    d: 'm8 7-5 5 5 5m8-10 5 5-5 5',
  }
  for (const [name, value] of Object.entries(stroke)) path.setAttribute(name, value)
  svg.append(path)
  return svg
}
