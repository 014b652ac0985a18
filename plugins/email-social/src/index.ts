import {
  type ConnectMethod,
  type Connector,
  computed,
  connectMethods,
  connectors,
  definePlugin,
  endpoints,
  lazyOnce,
  namespaces,
  type ReadonlySignal,
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
import type { EmbeddedWallet } from './wallet.js'

export type { EmailSocialOptions } from './options.js'

/** Output of the plugin, from which its views create their model. @internal */
export interface EmailSocialOutput {
  /** `null` if no gateway that serves the frame is configured, or the page has neither EVM networks nor Solana. */
  readonly connector: ReadonlySignal<Connector | null>
  /** Origin of the frame. */
  readonly origin: ReadonlySignal<string | undefined>
  /** Wallet code, loaded on first use. */
  wallet(): Promise<EmbeddedWallet>
}

/**
 * Login by email or social account, with an embedded wallet for EVM networks and Solana. The wallet's keys are used only in a frame that your gateway
 * (a server of your own) serves.
 */
export const emailSocial = definePlugin<EmailSocialOptions, EmailSocialOutput>({
  name: '@wallet-modal/email-social',
  kernel: '^0.1',
  ...(process.env.NODE_ENV !== 'production' && { options }),
  // the frame's origin is an option, so windows may have any https origin, or a loopback origin
  permissions: { origins: { window: ['*', 'http://frame.localhost:*', 'http://localhost:*', 'http://127.0.0.1:*'] } },
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
    // with this fragment, the page was loaded in the window of a social login
    if (typeof location === 'object' && location.hash.startsWith('#wallet-modal-login&'))
      import('./social/window-return.js').then(({ returnLogin }) => returnLogin(), ctx.log.warn)
    const services = ctx.all(endpoints)
    const origin = computed(() => services.value.findLast(({ service }) => service === 'secure')?.url ?? url)
    const wallet = lazyOnce(async () =>
      (await import('./wallet.js')).createEmbeddedWallet(ctx, {
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
        computed(() => (connector.value ? method : null)),
      )
    if (email) offer({ kind: 'email', view: EmailBlock })
    if (socials.length > 0) offer({ kind: 'social', view: SocialBlock })
    return { connector, origin, wallet }
  },
})
