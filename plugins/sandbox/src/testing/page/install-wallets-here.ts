import { sandboxNetworks } from '../../networks.js'
import { DEFAULT_URL } from '../../options.js'
import { answerPage } from '../answer-page.js'
import type { WalletPlan } from '../plan.js'
import type { HostedWallet, ScriptedWallet } from '../scripted-wallet.js'
import { announceWallets, type PageWallets } from './announce-wallets.js'

export interface HereOptions {
  /** URL of the sandbox, for wallets whose plan has no `networks`. Default: `http://127.0.0.1:4700`. */
  readonly sandboxUrl?: string
}

/**
 * Adds scripted wallets to this page, for tests whose code runs in the page: Vitest with happy-dom or in browser mode, Storybook. The wallets'
 * keys are in the page, and the wallets lose their state on reload. For Playwright, use `installWallets` of `@wallet-modal/sandbox/testing`, which
 * keeps keys and state outside the page. Rejects with a `TestingError` (`INVALID_KEYS` or `INVALID_NETWORK`) for an invalid plan.
 */
export async function installWalletsHere<Key extends string>(
  plans: Readonly<Record<Key, WalletPlan>>,
  { sandboxUrl = DEFAULT_URL }: HereOptions = {},
): Promise<Readonly<Record<Key, ScriptedWallet>>> {
  const { hostWallet } = await import('../scripted-wallet.js') // also loads the chains' libraries
  const networks = sandboxNetworks(sandboxUrl.replace(/\/+$/, ''))
  const { origin } = location
  const hosted = new Map<string, HostedWallet>()
  let pageWallets: PageWallets | undefined
  for (const [id, plan] of Object.entries<WalletPlan>(plans))
    hosted.set(
      id,
      hostWallet(plan, {
        id,
        networks,
        emit: async (_origin, { event, payload }) => pageWallets?.emit(id, event, payload),
        origins: () => [origin],
        listeners: async () => pageWallets?.listeners(id) ?? 0,
      }),
    )
  const announcements = [...hosted.values()].map(({ announcement }) => announcement)
  pageWallets = announceWallets(announcements, (id, method, params) =>
    answerPage(hosted, { origin, id, method, params }),
  )
  return Object.fromEntries([...hosted].map(([id, { wallet }]) => [id, wallet])) as Record<Key, ScriptedWallet>
}
