import { type Context, type ReadonlySignal, type Signal, signal } from '@wallet-modal/kernel'
import { ConnectingSocial } from '../contract.js'
import { failureText } from '../failure-text.js'
import type { EmailSocialOutput } from '../index.js'
import type { EmbeddedWallet } from '../wallet.js'
import { EXPIRED, readFragment } from './fragment.js'
import { pageUrl } from './page-url.js'
import type { ReportSocial } from './report.js'
import type { WindowSocial } from './socials.js'
import { storeStartedLogin, takeStartedLogin } from './started-logins.js'
import { waitForAnswer } from './wait-for-answer.js'

export type SocialStep =
  | { readonly status: 'idle' }
  /**
   * `isBack`: this page has the focus again, perhaps because the visitor has closed the login window. Browsers do not report this for a `noopener`
   * window.
   */
  | { readonly status: 'waiting'; readonly provider: WindowSocial; readonly isBack: boolean }
  | { readonly status: 'finishing' | 'blocked' | 'denied' | 'timedOut'; readonly provider: WindowSocial }
  | { readonly status: 'failed'; readonly provider: WindowSocial; readonly message: string }

export interface SocialLogin {
  readonly step: ReadonlySignal<SocialStep>
  /** Opens the service's window. Must be called inside a click handler. */
  start(provider: WindowSocial): void
  /**
   * Finishes the login in {@link EmailSocialOutput.returnedLogin}, if there is one. The page that started this login is gone, and the login window
   * has loaded this page.
   */
  resume(): void
}

interface SocialLoginDependencies {
  readonly ctx: Context
  readonly origin: ReadonlySignal<string | undefined>
  readonly returnedLogin: EmailSocialOutput['returnedLogin']
  wallet(): Promise<EmbeddedWallet>
  /** Finishes the login: displays the frame if `next` requires an action of the visitor, then connects. */
  complete(next: 'NOTHING' | 'SAVE_RECOVERY' | 'RECOVER'): Promise<void>
  readonly report: ReportSocial
}

/** Delay before `isBack` is set, because the result may arrive just after the window was closed. */
const GRACE_MS = 1500

const randomToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Login on a service's own page, in a window that has no access to this page (`noopener`). The service's result arrives on a BroadcastChannel of the
 * site's origin.
 */
export function createSocialLogin(dependencies: SocialLoginDependencies): SocialLogin {
  const { ctx, origin, returnedLogin, wallet, complete, report } = dependencies
  const step = signal<SocialStep>({ status: 'idle' })
  ctx.onDispose(step.subscribe((current) => reportStep(current, report)))
  let attemptAbort = new AbortController()
  ctx.abortSignal.addEventListener('abort', () => attemptAbort.abort())

  const show = createOpener(ctx, () => {
    const current = step.peek()
    if (current.status === 'finishing') return
    if (current.status === 'waiting') report(current.provider, 'SOCIAL_LOGIN_CANCELED')
    attemptAbort.abort()
    step.value = { status: 'idle' }
  })
  const run = async (provider: WindowSocial, attempt: string, signal: AbortSignal): Promise<void> => {
    const fragmentReply = waitForAnswer(attempt, signal)
    const embeddedWallet = await wallet()
    await embeddedWallet.beginSocial({ provider, attempt, returnUrl: pageUrl() })
    const fragment = await fragmentReply
    // after the time limit, the stored login stays: the login window may still finish the login
    if (fragment !== undefined || signal.aborted) takeStartedLogin(ctx.storage, attempt)
    if (!signal.aborted) await finish(provider, fragment)
  }
  const failed = (provider: WindowSocial, signal: AbortSignal) => (error: unknown) => {
    if (!signal.aborted) step.value = { status: 'failed', provider, message: failureText(ctx, error) }
  }
  const finish = createFinish({ ctx, wallet, complete, report }, step)
  return {
    step,
    start(provider) {
      attemptAbort.abort()
      attemptAbort = new AbortController()
      const { signal } = attemptAbort
      report(provider, 'SOCIAL_LOGIN_STARTED')
      const attempt = randomToken()
      const isOpen = ctx.openWindow(`${origin.peek()}/social/start?attempt=${attempt}`)
      step.value = isOpen ? { status: 'waiting', provider, isBack: false } : { status: 'blocked', provider }
      show()
      if (!isOpen) return
      storeStartedLogin(ctx.storage, attempt)
      watchReturn(signal, () => {
        const current = step.peek()
        if (current.status === 'waiting') step.value = { ...current, isBack: true }
      })
      run(provider, attempt, signal).catch(failed(provider, signal))
    },
    resume() {
      const returned = step.peek().status === 'idle' ? takeReturned(returnedLogin) : undefined
      if (returned) finish(returned.provider, returned.fragment).catch(failed(returned.provider, attemptAbort.signal))
    },
  }
}

/**
 * Returns a function that displays the view `ConnectingSocial`. Does nothing while the view of an earlier call is displayed. Calls `onLeave` when the
 * visitor leaves the view.
 */
function createOpener({ router }: Context, onLeave: () => void): () => void {
  let latestOpening: object | undefined
  /** Whether leaving the displayed view calls `onLeave`. False for a view that other code has opened. */
  let callsOnLeave = false
  const isDisplayed = (): boolean => router.current.peek()?.view.name === ConnectingSocial.name
  return () => {
    if (isDisplayed() && callsOnLeave) return
    const route = isDisplayed() ? router.replace(ConnectingSocial) : router.push(ConnectingSocial)
    const opening = {}
    latestOpening = opening
    callsOnLeave = true
    void route.then(() => {
      if (latestOpening !== opening) return
      callsOnLeave = false
      onLeave()
    })
  }
}

/** Login that this page must finish; `undefined` if there is none. */
function takeReturned(
  returnedLogin: EmailSocialOutput['returnedLogin'],
): { readonly provider: WindowSocial; readonly fragment: string } | undefined {
  const fragment = returnedLogin.peek()
  returnedLogin.value = null
  const provider = fragment === null ? undefined : readFragment(fragment)?.provider
  return fragment !== null && provider !== undefined ? { provider, fragment } : undefined
}

/** Returns a function that logs in with the result of the login window. `fragment`: `undefined` if no result arrived in time. */
function createFinish(
  { ctx, wallet, complete, report }: Omit<SocialLoginDependencies, 'origin' | 'returnedLogin'>,
  step: Signal<SocialStep>,
): (provider: WindowSocial, fragment: string | undefined) => Promise<void> {
  return async (provider, fragment) => {
    const answer = fragment === undefined ? undefined : readFragment(fragment)
    if (fragment === undefined || !answer || answer.error === EXPIRED) step.value = { status: 'timedOut', provider }
    else if (answer.error === 'denied') step.value = { status: 'denied', provider }
    else if (answer.error !== undefined) step.value = { status: 'failed', provider, message: '' }
    else {
      const finishing = { status: 'finishing', provider } as const
      step.value = finishing
      const route = ctx.router.current.peek()
      const embeddedWallet = await wallet()
      const { next } = await embeddedWallet.finishSocial({ attempt: answer.attempt, uri: fragment })
      if (ctx.router.current.peek() !== route) {
        // the visitor left the view, and may have started another login since
        if (step.peek() === finishing) step.value = { status: 'idle' }
        return embeddedWallet.abandonLogin()
      }
      await complete(next)
      step.value = { status: 'idle' }
      report(provider, 'SOCIAL_LOGIN_SUCCESS')
    }
  }
}

function reportStep(current: SocialStep, report: ReportSocial): void {
  if (current.status === 'finishing') report(current.provider, 'SOCIAL_LOGIN_REQUEST_USER_DATA')
  else if (current.status === 'denied') report(current.provider, 'SOCIAL_LOGIN_CANCELED')
  else if (current.status === 'blocked' || current.status === 'timedOut' || current.status === 'failed')
    report(
      current.provider,
      'SOCIAL_LOGIN_ERROR',
      current.status === 'failed' && current.message ? current.message : current.status,
    )
}

/** Calls `onReturn` when this page has had the focus again for {@link GRACE_MS}. */
function watchReturn(signal: AbortSignal, onReturn: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onFocus = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => document.hasFocus() && !signal.aborted && onReturn(), GRACE_MS)
  }
  window.addEventListener('focus', onFocus, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
}
