// Runs in the page, before the site: Wallet Standard wallets with real keys, steered by the test through `window.solanaWallets`.
import { announce, createTestWallet, type TestWallet } from '../../../plugins/solana/src/wallet.test.steps.js'

export interface SolanaPlan {
  readonly name: string
  readonly seeds?: readonly number[]
  readonly chains?: readonly `${string}:${string}`[]
  /** Milliseconds after the page starts; absent: at once. */
  readonly announceAfterMs?: number
}

declare global {
  interface Window {
    solanaPlans?: readonly SolanaPlan[]
    solanaWallets: TestWallet[]
  }
}

window.solanaWallets = []
for (const { announceAfterMs, ...plan } of window.solanaPlans ?? []) {
  const memory = `test-wallet:solana:${plan.name}`
  const wallet = createTestWallet({
    ...plan,
    isPermitted: localStorage.getItem(memory) === 'yes',
    onPermission: (isPermitted) => localStorage.setItem(memory, isPermitted ? 'yes' : 'no'),
  })
  window.solanaWallets.push(wallet)
  if (announceAfterMs === undefined) announce(wallet)
  else setTimeout(() => announce(wallet), announceAfterMs)
}
