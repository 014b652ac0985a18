import {
  type ConnectMethod,
  type Connector,
  type Context,
  computed,
  connectMethods,
  connectors,
  definePlugin,
  endpoints,
  lazyOnce,
  namespaces,
  type ReadonlySignal,
  type Signal,
  signal,
  WalletModalError,
} from '@wallet-modal/kernel'
import { CONNECTOR_ID } from './connector.js'
import {
  ApproveEmailChange,
  ApproveTransaction,
  ConnectingFarcaster,
  ConnectingSocial,
  ConnectSocials,
  EmailBlock,
  EmailLogin,
  type EmailSocialUser,
  EmailVerifyDevice,
  EmailVerifyOtp,
  EmailWalletSetup,
  ExportKey,
  ManageDevices,
  SmartAccountSettings,
  SocialBlock,
  UpdateEmailPrimaryOtp,
  UpdateEmailSecondaryOtp,
  UpdateEmailWallet,
  UpgradeEmailWallet,
} from './contract.js'
import { type EmailSocialOptions, options } from './options.js'
import { readLoginResult } from './social/login-result.js'
import type { Social, WindowSocial } from './social/socials.js'
import type { EmbeddedWallet } from './wallet.js'

export type { EmailSocialUser } from './contract.js'
export type { EmailSocialOptions } from './options.js'
export type { Social } from './social/socials.js'

/** Output of the plugin. */
export interface EmailSocial {
  /**
   * User of the current login. `null` while nobody is logged in, and on a page load until the login is restored. For display only: a server must not
   * trust this value, because visitors can change it in the browser. To authenticate visitors on a server, use `@wallet-modal/siwx`.
   */
  readonly user: ReadonlySignal<EmailSocialUser | null>
  /**
   * Starts a social login, as the button of the Connect view does: opens the service's window, then the modal. Call `login` in a click handler:
   * browsers block windows that are opened elsewhere. If the modal's code is still loading, the modal opens first. Farcaster has no window: the modal
   * shows a QR code and a link.
   * Throws `INVALID_ARGUMENT` if the option `socials` does not list the service, and `NO_VIEW` if the modal offers no login.
   */
  login(social: Social): void
}

/** Output with the members from which the plugin's views create their model. @internal */
export interface EmailSocialOutput extends EmailSocial {
  /** Service of a login that `login` has requested. The model starts the login and sets `null`. */
  readonly requestedSocial: Signal<WindowSocial | null>
  /** URL fragment with the result of a login that this page must finish, because the page that started the login is gone. */
  readonly returnedLogin: Signal<string | null>
  /** `null` if no gateway that serves the frame is configured, or the page has neither EVM networks nor Solana. */
  readonly connector: ReadonlySignal<Connector | null>
  /** Origin of the frame. */
  readonly origin: ReadonlySignal<string | undefined>
  /** Wallet code, loaded on first use. */
  wallet(): Promise<EmbeddedWallet>
}

/**
 * Login by email or social account, with an embedded wallet for EVM networks and Solana. The wallet runs in an iframe, called the frame. Your
 * gateway, a server that you run, serves the frame.
 */
export const emailSocial = definePlugin<EmailSocialOptions, EmailSocial>({
  name: '@wallet-modal/email-social',
  kernel: '^0.1',
  ...(process.env.NODE_ENV !== 'production' && { options }),
  // the frame's origin is an option, so windows may have any https origin, or a loopback origin
  permissions: {
    storage: ['social-logins'],
    origins: { window: ['*', 'http://frame.localhost:*', 'http://localhost:*', 'http://127.0.0.1:*'] },
  },
  views: [
    EmailLogin,
    EmailBlock,
    EmailVerifyDevice,
    EmailVerifyOtp,
    EmailWalletSetup,
    ApproveTransaction,
    SocialBlock,
    ConnectSocials,
    ConnectingSocial,
    ConnectingFarcaster,
    UpdateEmailWallet,
    UpdateEmailPrimaryOtp,
    UpdateEmailSecondaryOtp,
    UpgradeEmailWallet,
    SmartAccountSettings,
    ManageDevices,
    ExportKey,
    ApproveEmailChange,
  ],
  ui: () => import('./ui.js'),
  setup(ctx, { url, email = true, socials = [], defaultAccountTypes }) {
    const returnedLogin = signal<string | null>(null)
    const fragment = readLoginResult()
    if (fragment !== undefined)
      import('./social/resume-login.js')
        .then(({ resumeLogin }) => resumeLogin(ctx, { fragment, returnedLogin }))
        .catch(ctx.log.warn)
    const services = ctx.all(endpoints)
    const origin = computed(() => services.value.findLast(({ service }) => service === 'secure')?.url ?? url)
    const user = signal<EmailSocialUser | null>(null)
    const wallet = lazyOnce(async () =>
      (await import('./wallet.js')).createEmbeddedWallet(ctx, {
        publicUser: user,
        origin: new URL(origin.peek() ?? '').origin,
        defaultType: defaultAccountTypes?.eip155 ?? 'smartAccount',
      }),
    )
    const adapters = ctx.all(namespaces)
    const supportedNamespaces = computed(() =>
      ['eip155', 'solana'].filter((id) => adapters.value.some(({ namespace }) => namespace === id)),
    )
    const connector = computed((): Connector | null =>
      origin.value === undefined || supportedNamespaces.value.length === 0
        ? null
        : {
            id: CONNECTOR_ID,
            name: 'Email',
            type: 'AUTH',
            namespaces: supportedNamespaces.value,
            hasOwnBlock: true,
            view: EmailLogin,
            provider: async (request) => (await wallet()).provider(request),
          },
    )
    ctx.add(connectors, connector)
    const offer = (method: ConnectMethod): void =>
      void ctx.add(
        connectMethods,
        computed(() => connector.value && { ...method, namespaces: connector.value.namespaces }),
      )
    if (email) offer({ kind: 'email', view: EmailBlock })
    if (socials.length > 0) offer({ kind: 'social', view: SocialBlock })
    const requestedSocial = signal<WindowSocial | null>(null)
    const output: EmailSocialOutput = {
      ...{ user: computed(() => user.value), connector, origin, wallet, requestedSocial, returnedLogin },
      login(social) {
        if (!socials.includes(social))
          throw new WalletModalError('INVALID_ARGUMENT', `The option "socials" does not list "${social}".`)
        if (!connector.peek())
          throw new WalletModalError(
            'NO_VIEW',
            'The modal offers no login: a login needs the option "url", and EVM networks or Solana.',
          )
        startLogin(ctx, social, requestedSocial)
      },
    }
    return output
  },
})

/**
 * Starts a social login. If the views' model (`createLogin`) is loaded, it starts the login as soon as `requestedSocial` is set, so that it opens the
 * service's window within the click. Otherwise, opens the login's view, which loads the model.
 */
function startLogin(ctx: Context, social: Social, requestedSocial: Signal<WindowSocial | null>): void {
  if (social === 'farcaster') return void ctx.router.push(ConnectingFarcaster)
  requestedSocial.value = social
  if (requestedSocial.peek() === null) return // the model has started the login
  void ctx.router.push(ConnectingSocial).then(() => {
    requestedSocial.value = null
  })
}
