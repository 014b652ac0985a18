import {
  type Connector,
  computed,
  connectMethods,
  connectors,
  definePlugin,
  endpoints,
  type ReadonlySignal,
} from '@wallet-modal/kernel'
import { ApproveTransaction, EmailBlock, EmailLogin, EmailVerifyOtp, EmailWalletSetup } from './contract.js'
import { type EmailSocialOptions, options } from './options.js'
import type { EmbeddedWallet } from './wallet.js'

export type { EmailSocialOptions } from './options.js'

/** What the plugin's own views draw from. */
export interface EmailSocialOutput {
  /** `null` where no gateway is known that serves the frame. */
  readonly connector: ReadonlySignal<Connector | null>
  /** The wallet's code, loaded when it is first needed. */
  wallet(): Promise<EmbeddedWallet>
}

/** Login by email, with an EVM wallet whose keys live in a frame of the gateway. */
export const emailSocial = definePlugin<EmailSocialOptions, EmailSocialOutput>({
  name: '@wallet-modal/email-social',
  kernel: '^0.1',
  ...(process.env.NODE_ENV !== 'production' && { options }),
  views: [EmailLogin, EmailBlock, EmailVerifyOtp, EmailWalletSetup, ApproveTransaction],
  ui: () => import('./ui.js'),
  setup(ctx, { url }) {
    const services = ctx.all(endpoints)
    const origin = computed(() => services.value.findLast(({ service }) => service === 'secure')?.url ?? url)
    const load = async (): Promise<EmbeddedWallet> =>
      (await import('./wallet.js')).createEmbeddedWallet(ctx, new URL(origin.peek() ?? '').origin)
    let loading: Promise<EmbeddedWallet> | undefined
    const wallet = (): Promise<EmbeddedWallet> => {
      loading ??= load()
      loading.catch(() => {
        loading = undefined // a failed download is tried again
      })
      return loading
    }
    const connector = computed((): Connector | null =>
      origin.value === undefined
        ? null
        : {
            id: 'email',
            name: 'Email',
            type: 'AUTH',
            namespaces: ['eip155'],
            hasOwnBlock: true,
            view: EmailLogin,
            provider: async (request) => (await wallet()).provider(request),
          },
    )
    const method = { kind: 'email', view: EmailBlock } as const
    ctx.add(connectors, connector)
    ctx.add(
      connectMethods,
      computed(() => (connector.value ? method : null)),
    )
    return { connector, wallet }
  },
})
