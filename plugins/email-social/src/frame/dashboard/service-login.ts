import { bytesToHex } from '@noble/hashes/utils.js'
import { readFragment } from '../../social/fragment.js'
import { marks } from '../../social/marks.js'
import { pageUrl } from '../../social/page-url.js'
import {
  isSocial,
  isTelegram,
  type Social,
  socialNames,
  usableSocials,
  type WindowSocial,
} from '../../social/socials.js'
import { waitForAnswer } from '../../social/wait-for-answer.js'
import { button, el } from '../element.js'
import { FrameError } from '../gateway.js'
import { createSocialAttempts } from '../login/social.js'
import type { FlowScreen } from '../settings/flow.js'
import { settingsText } from '../settings/settings-strings.js'
import { dashboardText } from './dashboard-strings.js'
import { svgPath } from './svg-path.js'

/** Social login, started by a click of the visitor. */
export interface ServiceLogin {
  readonly service: Social
  /** Resolves with a session token. Absent for Farcaster, which has no window. */
  readonly session?: Promise<string>
  /** Abort it to cancel the login. */
  readonly abortController: AbortController
}

/** Services that the gateway offers and that work in this browser, in the order of {@link socialNames}. */
function offeredServices(): readonly Social[] {
  const configured = document.body.dataset['logins']?.split(' ') ?? []
  const all = Object.keys(socialNames).filter(isSocial)
  return usableSocials(
    all.filter((id) => configured.includes(id)),
    isTelegram(),
    navigator.userAgent,
  )
}

/** The text "or" and a button for each service; empty if the gateway offers no service. */
export function serviceButtons(choose: (login: ServiceLogin) => void): readonly HTMLElement[] {
  const buttons = offeredServices().map((service) => {
    const name = socialNames[service]
    const element = button(name, 'secondary', () => choose(start(service)))
    element.prepend(svgPath(marks[service], { viewBox: '0 0 24 24', className: 'mark' }))
    element.setAttribute('aria-label', dashboardText('continueWith', { service: name }))
    return element
  })
  if (buttons.length === 0) return []
  return [el('p', { className: 'hint' }, dashboardText('or')), el('div', { className: 'services' }, ...buttons)]
}

function start(service: Social): ServiceLogin {
  const abortController = new AbortController()
  if (service === 'farcaster') return { service, abortController }
  return { service, abortController, session: logInByWindow(service, abortController.signal) }
}

/** Opens the service's window. Call it during a click: browsers block windows that are opened at other times. Rejects with {@link FrameError}. */
async function logInByWindow(provider: WindowSocial, signal: AbortSignal): Promise<string> {
  const attempt = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  const popup = window.open(`/social/start?attempt=${attempt}`, '_blank')
  if (!popup) throw new FrameError('BLOCKED', dashboardText('blocked'))
  popup.opener = null
  const answered = waitForAnswer(attempt, signal)
  const attempts = createSocialAttempts(location.origin)
  await attempts.begin({ provider, attempt, returnUrl: pageUrl() })
  const fragment = await answered
  const answer = fragment === undefined ? undefined : readFragment(fragment)
  if (fragment === undefined || !answer) throw new FrameError('TIMED_OUT', dashboardText('timedOut'))
  if (answer.error === 'denied') throw new FrameError('DENIED', dashboardText('denied'))
  if (answer.error !== undefined) throw new FrameError('FAULT', settingsText('failed'))
  return attempts.redeem(attempt, fragment)
}

/** Displays a screen while the visitor logs in at the service. Resolves with a session token; `undefined` if the visitor cancelled. */
export async function waitForService(screen: FlowScreen, login: ServiceLogin): Promise<string | undefined> {
  const { service, session, abortController } = login
  const cancelled = new Promise<undefined>((resolve) => {
    abortController.signal.addEventListener('abort', () => resolve(undefined))
  })
  const cancel = button(settingsText('cancel'), 'secondary', () => abortController.abort())
  if (session === undefined) {
    const { logInByFarcaster } = await import('./farcaster-screen.js')
    return Promise.race([cancelled, logInByFarcaster(screen, { cancel, signal: abortController.signal })])
  }
  const status = el('p', {}, dashboardText('window', { service: socialNames[service] }))
  status.setAttribute('role', 'status')
  screen.draw([el('section', {}, el('h1', {}, dashboardText('title')), status), el('footer', {}, cancel)])
  return Promise.race([cancelled, session])
}
