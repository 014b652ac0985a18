import { type Context, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { ConnectingSocial } from '../contract.js'
import { failureText } from '../failure-text.js'
import type { EmbeddedWallet } from '../wallet.js'
import { readFragment } from './fragment.js'
import type { ReportSocial } from './report.js'
import type { WindowSocial } from './socials.js'
import { waitForAnswer } from './wait-for-answer.js'

export type SocialStep =
  | { readonly status: 'idle' }
  /** `isBack`: the visitor returned to this page, possibly because the window was closed. Browsers do not report closing. */
  | { readonly status: 'waiting'; readonly provider: WindowSocial; readonly isBack: boolean }
  | { readonly status: 'finishing' | 'blocked' | 'denied' | 'timedOut'; readonly provider: WindowSocial }
  | { readonly status: 'failed'; readonly provider: WindowSocial; readonly message: string }

export interface SocialLogin {
  readonly step: ReadonlySignal<SocialStep>
  /** Opens the service's window. Must be called inside a click handler. */
  start(provider: WindowSocial): void
}

interface SocialLoginParts {
  readonly ctx: Context
  readonly origin: ReadonlySignal<string | undefined>
  wallet(): Promise<EmbeddedWallet>
  /** Connects after the visitor has finished in the frame. */
  complete(next: 'NOTHING' | 'SAVE_RECOVERY' | 'RECOVER'): Promise<void>
  readonly report: ReportSocial
}

/** The result may arrive just after the window closed. */
const GRACE_MS = 1500

const randomToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Login through a service's own page, in a window without access to this page (`noopener`): the result arrives on a BroadcastChannel of the site's
 * origin.
 */
export function createSocialLogin({ ctx, origin, wallet, complete, report }: SocialLoginParts): SocialLogin {
  const step = signal<SocialStep>({ status: 'idle' })
  ctx.onDispose(step.subscribe((now) => reportStep(now, report)))
  let stop = new AbortController()
  ctx.abortSignal.addEventListener('abort', () => stop.abort())

  const isShown = (): boolean => ctx.router.current.peek()?.view.name === ConnectingSocial.name
  const show = (): void => {
    if (isShown()) return
    void ctx.router.push(ConnectingSocial).then(() => {
      const now = step.peek()
      if (now.status === 'finishing') return
      if (now.status === 'waiting') report(now.provider, 'SOCIAL_LOGIN_CANCELED')
      stop.abort()
    })
  }
  const run = async (provider: WindowSocial, attempt: string, signal: AbortSignal): Promise<void> => {
    const answered = waitForAnswer(attempt, signal)
    const returnUrl = location.href.replace(/#.*$/, '')
    const known = await wallet()
    await known.beginSocial({ provider, attempt, returnUrl })
    const fragment = await answered
    if (signal.aborted) return
    const answer = fragment === undefined ? undefined : readFragment(fragment)
    if (fragment === undefined || !answer) step.value = { status: 'timedOut', provider }
    else if (answer.error === 'denied') step.value = { status: 'denied', provider }
    else if (answer.error !== undefined) step.value = { status: 'failed', provider, message: '' }
    else {
      step.value = { status: 'finishing', provider }
      const route = ctx.router.current.peek()
      const { next } = await known.finishSocial({ attempt, uri: fragment })
      if (ctx.router.current.peek() !== route) return known.signOut() // the visitor left the view
      await complete(next)
      step.value = { status: 'idle' }
      report(provider, 'SOCIAL_LOGIN_SUCCESS')
    }
  }
  return {
    step,
    start(provider) {
      stop.abort()
      stop = new AbortController()
      const { signal } = stop
      report(provider, 'SOCIAL_LOGIN_STARTED')
      const attempt = randomToken()
      const isOpen = ctx.openWindow(`${origin.peek()}/social/start?attempt=${attempt}`)
      step.value = isOpen ? { status: 'waiting', provider, isBack: false } : { status: 'blocked', provider }
      show()
      if (!isOpen) return
      watchReturn(signal, () => {
        const now = step.peek()
        if (now.status === 'waiting') step.value = { ...now, isBack: true }
      })
      run(provider, attempt, signal).catch((error: unknown) => {
        if (!signal.aborted) step.value = { status: 'failed', provider, message: failureText(ctx, error) }
      })
    },
  }
}

function reportStep(now: SocialStep, report: ReportSocial): void {
  if (now.status === 'finishing') report(now.provider, 'SOCIAL_LOGIN_REQUEST_USER_DATA')
  else if (now.status === 'denied') report(now.provider, 'SOCIAL_LOGIN_CANCELED')
  else if (now.status === 'blocked' || now.status === 'timedOut' || now.status === 'failed')
    report(now.provider, 'SOCIAL_LOGIN_ERROR', now.status === 'failed' && now.message ? now.message : now.status)
}

function watchReturn(signal: AbortSignal, back: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => document.hasFocus() && !signal.aborted && back(), GRACE_MS)
  }
  window.addEventListener('focus', look, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
}
