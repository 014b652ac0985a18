import {
  type ConnectGate,
  type Connector,
  type ConnectParams,
  type Context,
  computed,
  connected,
  connectGates,
  joinOthers,
  messageOf,
  type ReadonlySignal,
  signal,
  tracked,
  view,
} from '@wallet-modal/kernel'
import {
  ConnectingFarcaster,
  ConnectingSocial,
  EmailLogin,
  EmailVerifyDevice,
  EmailVerifyOtp,
  EmailWalletSetup,
} from '../contract.js'
import { EmailWalletError } from '../errors.js'
import { failureText } from '../failure-text.js'
import type { ReplyPayload } from '../frame-messages.js'
import type { EmailSocialOutput } from '../index.js'
import type { EmailSocialOptions } from '../options.js'
import type { FarcasterDependencies } from '../social/farcaster-login.js'
import { createReport } from '../social/report.js'
import { createSocialLogin, type SocialLogin } from '../social/social-login.js'
import { isTelegram, type Social, usableSocials } from '../social/socials.js'
import type { EmbeddedWallet } from '../wallet.js'
import { readRequestedParams } from './requested-params.js'

/** State of an email login. */
export type LoginStep =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' | 'checking' }
  | { readonly status: 'failed'; readonly message: string }

/** State and actions of logins, the model of the plugin's views. */
export interface Login {
  readonly step: ReadonlySignal<LoginStep>
  /** Earliest time of another code request, in milliseconds since the Unix epoch. */
  readonly resendAt: ReadonlySignal<number>
  /** Conditions for connecting, such as the legal checkbox. */
  readonly gates: ReadonlySignal<readonly ConnectGate[]>
  /** False while a condition of `gates` is not met. */
  readonly canConnect: ReadonlySignal<boolean>
  /** Requests a mail, then displays the view for the code or for the link. Displays no view if the visitor has left the view meanwhile. */
  start(email: string): Promise<void>
  /** Requests a mail with a code or a link, and resolves with the next step. `null` on failure; `step` then has the error. */
  request(email: string): Promise<ReplyPayload<'CONNECT_EMAIL'>['action'] | null>
  /** Requests another code. If a link was sent instead, displays the view that waits for the link. Resolves with false if no code was sent. */
  resend(email: string): Promise<boolean>
  /** Sets `resendAt` to `seconds` from now. */
  waitToResend(seconds: number): void
  /** Submits the code, then connects. Ends this login if the visitor has left the view meanwhile. */
  verify(otp: string): Promise<void>
  /** Clears the error. Call when the visitor edits the field. */
  edit(): void
  /** Social logins. `start` also accepts Farcaster, for which it opens the view with the QR code. */
  readonly social: Pick<SocialLogin, 'step' | 'resume'> & { start(provider: Social): void }
  readonly farcaster: FarcasterDependencies
  wallet(): Promise<EmbeddedWallet>
  /** Origin of the frame. */
  readonly origin: ReadonlySignal<string | undefined>
  /** Services available in this browser. */
  readonly socials: readonly Social[]
  /** Sends the current theme to the frame. Call before the frame is displayed. */
  syncTheme(): void
}

const isOwnView = ({ router }: Context): boolean =>
  [EmailLogin, EmailVerifyOtp, EmailWalletSetup, ConnectingSocial, ConnectingFarcaster].some(
    ({ name }) => router.current.peek()?.view.name === name,
  )

const isSetupOpen = ({ router }: Context): boolean => router.current.peek()?.view.name === EmailWalletSetup.name

const reportCodeFailure = (ctx: Context, error: unknown): void =>
  ctx.emit(tracked, { event: 'EMAIL_VERIFICATION_CODE_FAIL', properties: { message: messageOf(error) } })

/** View of `@wallet-modal/account`. Referenced by name, so that a site does not need that plugin. */
const SwitchNetwork = view<{ readonly network: string; readonly result: 'rejected' | 'failed' }, string>(
  '@wallet-modal/account#SwitchNetwork',
)

/**
 * Connects EVM networks and Solana, if the page has both, because a login has an account on each. Connects the requested namespace first, so that it
 * becomes active. If the wallet did not switch to the requested network, displays the view `SwitchNetwork` (if the site has it).
 */
async function connectAll(ctx: Context, connector: Connector | null, params: ConnectParams): Promise<void> {
  if (!connector) return
  const { caipNetworkId } = params
  const requestedNamespace = params.namespace ?? caipNetworkId?.split(':')[0]
  const namespace = connector.namespaces.find((one) => one === requestedNamespace) ?? connector.namespaces[0]
  if (namespace === undefined) return
  const requested = caipNetworkId?.startsWith(`${namespace}:`) ? { caipNetworkId } : {}
  const outcome = await ctx.connections.connect(connector, { namespace, ...requested })
  // `notGranted` means here: the gateway serves none of the site's networks of this chain family
  if (outcome.status === 'notGranted') throw new EmailWalletError(4901, ctx.t('social.failed'))
  if (outcome.status !== 'connected') return
  // the event `connected` has closed the modal; another plugin may have opened a view since, for example to sign in
  if (outcome.networkSwitch && caipNetworkId !== undefined && !ctx.router.current.peek())
    ctx.router.reset(SwitchNetwork, { network: caipNetworkId, result: outcome.networkSwitch }).catch(ctx.log.info)
  await joinOthers(ctx, connector, namespace)
}

/** State of an email login. `resendAt` is the earliest time of another mail. */
function createStep(ctx: Context) {
  const step = signal<LoginStep>({ status: 'idle' })
  const resendAt = signal(0)
  const waitToResend = (seconds: number): void => {
    resendAt.value = Date.now() + seconds * 1000
  }
  return {
    step,
    resendAt,
    waitToResend,
    failed(error: unknown): void {
      if (error instanceof EmailWalletError && error.retryInSeconds !== undefined) waitToResend(error.retryInSeconds)
      step.value = { status: 'failed', message: failureText(ctx, error) }
    },
    edit(): void {
      if (step.peek().status === 'failed') step.value = { status: 'idle' }
    },
  }
}

/**
 * Returns a function that finishes a verified login: lets the visitor create or recover the key in the frame if necessary, then connects. If that
 * fails while the frame is displayed, closes the frame's view and displays the error in a toast.
 */
function createCompletion(ctx: Context, { connector, wallet }: Pick<EmailSocialOutput, 'connector' | 'wallet'>) {
  let isLoggingIn = false
  const requestedParams = readRequestedParams(ctx)
  ctx.on(connected, ({ connectorId }) => {
    if (!isLoggingIn || connectorId !== connector.peek()?.id) return
    isLoggingIn = false
    if (isOwnView(ctx)) ctx.router.close()
  })
  /**
   * Displays the frame until the visitor has created or recovered the key. Closing the view ends this login, because the account cannot sign without
   * the key.
   */
  const setUp = async (): Promise<void> => {
    const embeddedWallet = await wallet()
    embeddedWallet.syncTheme()
    let isDone = false
    void ctx.router.replace(EmailWalletSetup).then(() => {
      if (!isDone) void embeddedWallet.abandonLogin()
    })
    await embeddedWallet.loadUser()
    isDone = true
  }
  /** Number of verified logins so far. */
  let generation = 0
  /** Connects. If no chain family is connected afterwards, ends the login, unless a newer login has replaced it. */
  const connectOrEnd = async (ownGeneration: number): Promise<void> => {
    const link = connector.peek()
    try {
      await connectAll(ctx, link, requestedParams())
    } finally {
      const isConnected = ctx.connections.all.peek().some(({ connectorId }) => connectorId === link?.id)
      if (link && !isConnected && ownGeneration === generation)
        await wallet()
          .then((embeddedWallet) => embeddedWallet.abandonLogin())
          .catch(ctx.log.warn)
    }
  }
  return async (next: ReplyPayload<'CONNECT_OTP'>['next']): Promise<void> => {
    const ownGeneration = ++generation
    isLoggingIn = true
    try {
      if (next === 'NOTHING')
        await (await wallet()).loadUser() // replaces the account of an earlier login
      else await setUp()
      await connectOrEnd(ownGeneration)
    } catch (error) {
      if (isSetupOpen(ctx)) ctx.toast.error(() => failureText(ctx, error))
      throw error
    } finally {
      isLoggingIn = false
      if (isSetupOpen(ctx)) ctx.router.back() // the frame in this view is empty now
    }
  }
}

/** Email login. `complete` finishes a verified login. */
function createEmailLogin(
  ctx: Context,
  { wallet, complete }: Pick<EmailSocialOutput, 'wallet'> & { readonly complete: ReturnType<typeof createCompletion> },
) {
  const { step, resendAt, waitToResend, failed, edit } = createStep(ctx)
  const request: Login['request'] = async (email) => {
    if (step.peek().status === 'sending') return null
    step.value = { status: 'sending' }
    try {
      const { action, retryInSeconds, isResumed } = await (await wallet()).requestCode(email)
      waitToResend(retryInSeconds)
      step.value = { status: 'idle' }
      if (action === 'VERIFY_OTP' && !isResumed) ctx.emit(tracked, { event: 'EMAIL_VERIFICATION_CODE_SENT' })
      return action
    } catch (error) {
      failed(error)
      return null
    }
  }
  return {
    ...{ step, resendAt, waitToResend, edit, request },
    async start(email: string): Promise<void> {
      ctx.emit(tracked, { event: 'EMAIL_SUBMITTED' })
      const route = ctx.router.current.peek()
      const action = await request(email)
      if (ctx.router.current.peek() === route) {
        if (action === null) return
        await ctx.router.push(action === 'VERIFY_OTP' ? EmailVerifyOtp : EmailVerifyDevice, { email })
      }
      edit() // clears the error of the closed view
    },
    async resend(email: string): Promise<boolean> {
      const route = ctx.router.current.peek()
      const action = await request(email)
      // the browser is no longer registered: a link was sent
      if (action === 'VERIFY_DEVICE' && ctx.router.current.peek() === route)
        void ctx.router.replace(EmailVerifyDevice, { email })
      return action === 'VERIFY_OTP'
    },
    async verify(otp: string): Promise<void> {
      if (step.peek().status === 'checking') return
      step.value = { status: 'checking' }
      const route = ctx.router.current.peek()
      let isCodeAccepted = false
      try {
        const embeddedWallet = await wallet()
        const { next } = await embeddedWallet.verifyCode(otp)
        ctx.emit(tracked, { event: 'EMAIL_VERIFICATION_CODE_PASS' })
        isCodeAccepted = true
        if (ctx.router.current.peek() === route) await complete(next)
        else await embeddedWallet.abandonLogin() // the visitor left the view
        step.value = { status: 'idle' }
      } catch (error) {
        if (!isCodeAccepted) reportCodeFailure(ctx, error)
        if (ctx.router.current.peek() === route) failed(error)
        else step.value = { status: 'idle' } // the visitor left the view of the code: the next login must not display this error
      }
    },
  }
}

export function createLogin(
  ctx: Context,
  { socials = [] }: EmailSocialOptions,
  { connector, origin, wallet, requestedSocial, returnedLogin }: EmailSocialOutput,
): Login {
  const gates = ctx.all(connectGates)
  const complete = createCompletion(ctx, { connector, wallet })
  const loginDependencies = { ctx, wallet, complete, report: createReport(ctx) }
  const social = createSocialLogin({ origin, returnedLogin, ...loginDependencies })
  ctx.onDispose(
    requestedSocial.subscribe((requested) => {
      if (!requested) return
      requestedSocial.value = null
      social.start(requested)
    }),
  )
  return {
    ...createEmailLogin(ctx, { wallet, complete }),
    social: {
      step: social.step,
      resume: social.resume,
      // Farcaster has no window: the visitor approves on a phone
      start: (provider) =>
        provider === 'farcaster' ? void ctx.router.push(ConnectingFarcaster) : social.start(provider),
    },
    farcaster: loginDependencies,
    wallet,
    origin,
    socials: usableSocials(socials, isTelegram(), navigator.userAgent),
    gates,
    canConnect: computed(() => gates.value.every((gate) => gate.isOpen.value)),
    syncTheme: () => void wallet().then((embeddedWallet) => embeddedWallet.syncTheme(), ctx.log.warn),
  }
}
