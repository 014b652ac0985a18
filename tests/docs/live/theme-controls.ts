import type { Theme, WalletModal } from '@wallet-modal/kernel'

interface Control {
  readonly token: keyof Theme
  readonly label: string
  readonly element: HTMLInputElement | HTMLSelectElement
  read(text: string): string | number
}

function input(type: string, value: string, limits: Readonly<Record<string, string>> = {}): HTMLInputElement {
  const element = document.createElement('input')
  for (const [name, text] of Object.entries({ type, ...limits, value })) element.setAttribute(name, text)
  return element
}

function choice(options: readonly string[]): HTMLSelectElement {
  const element = document.createElement('select')
  element.append(...options.map((text) => new Option(text)))
  return element
}

const controls = (): readonly Control[] => [
  { token: 'mode', label: 'mode', element: choice(['auto', 'light', 'dark']), read: String },
  { token: 'accent', label: 'accent', element: input('color', '#4a5cff'), read: String },
  { token: 'radius', label: 'radius, 0 to 40', element: input('range', '24', { min: '0', max: '40' }), read: Number },
  {
    token: 'width',
    label: 'width, 300 to 480',
    element: input('range', '360', { min: '300', max: '480' }),
    read: Number,
  },
  {
    token: 'font',
    label: 'font',
    element: choice(['system-ui, sans-serif', 'Georgia, serif', 'monospace']),
    read: String,
  },
]

const inCode = (theme: Theme): string =>
  `modal.setTheme({ ${Object.entries(theme)
    .map(([token, value]) => `${token}: ${typeof value === 'number' ? value : `'${value}'`}`)
    .join(', ')} })`

/** Fills `place` with controls for the mode and some theme tokens, a button that opens the modal, and the code with the same effect. */
export function themeControls(modal: WalletModal, place: HTMLElement): void {
  const code = document.createElement('code')
  const shown = document.createElement('pre')
  shown.className = 'whole'
  shown.tabIndex = 0
  shown.append(code)
  const open = document.createElement('button')
  open.type = 'button'
  open.textContent = 'Open the modal'
  open.className = 'whole'
  open.addEventListener('click', () => void modal.open())
  const labels = controls().map(({ token, label, element, read }) => {
    element.addEventListener('input', () => modal.setTheme({ [token]: read(element.value) }))
    const around = document.createElement('label')
    around.append(label, element)
    return around
  })
  place.className = 'live'
  place.replaceChildren(...labels, open, shown)
  modal.theme.subscribe((theme) => {
    code.textContent = Object.keys(theme).length ? inCode(theme) : '// change something above'
  })
}
