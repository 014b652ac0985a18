import { toSquares } from '../../qr.js'
import { el } from '../element.js'
import { createFarcasterLogin } from '../login/farcaster.js'
import type { FlowScreen } from '../settings/flow.js'
import { dashboardText } from './dashboard-strings.js'
import { svgPath } from './svg-path.js'

interface FarcasterScreenOptions {
  readonly cancel: HTMLElement
  readonly signal: AbortSignal
}

/** Displays a QR code and a link that open the Farcaster app, in which the visitor approves the login. Resolves with a session token. */
export async function logInByFarcaster(
  screen: FlowScreen,
  { cancel, signal }: FarcasterScreenOptions,
): Promise<string> {
  const login = createFarcasterLogin(location.origin)
  signal.addEventListener('abort', () => login.abort())
  const { url } = await login.begin()
  if (signal.aborted) login.abort()
  const link = el('a', {}, dashboardText('openFarcaster'))
  Object.assign(link, { href: url, target: '_blank', rel: 'noreferrer' })
  screen.draw([
    el(
      'section',
      {},
      el('h1', {}, dashboardText('title')),
      el('p', {}, dashboardText('farcaster')),
      el('div', { className: 'qr' }, drawCode(url)),
      el('p', {}, link),
    ),
    el('footer', {}, cancel),
  ])
  return login.approved()
}

/** Width of the light margin around the code, in modules (ISO/IEC 18004). */
const MARGIN = 4

function drawCode(text: string): SVGElement {
  const squares = toSquares(text)
  const path = squares
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
    .join('')
  const size = squares.length + 2 * MARGIN
  return svgPath(path, { viewBox: `0 0 ${size} ${size}`, className: 'code', label: dashboardText('farcasterCode') })
}
