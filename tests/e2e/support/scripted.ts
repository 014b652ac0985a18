import { installWallets, type ScriptedWallet, type WalletPlan } from '@wallet-modal/sandbox/testing'
import type { Watched } from './browser.js'
import type { OpenPlan, Stage } from './stage.js'

/** Opens the site of a stage as a new visitor with these wallets. The test controls the wallets. */
export async function openWith<Key extends string>(
  stage: Stage,
  plans: Readonly<Record<Key, WalletPlan>>,
  { prepare, ...more }: OpenPlan = {},
): Promise<Watched & { readonly wallets: Readonly<Record<Key, ScriptedWallet>> }> {
  let wallets: Readonly<Record<Key, ScriptedWallet>> | undefined
  const watched = await stage.open({
    wallets: [],
    ...more,
    async prepare(context) {
      await prepare?.(context)
      wallets = await installWallets(context, plans, { sandboxUrl: stage.sandboxUrl })
    },
  })
  if (!wallets) throw new Error('No wallets were installed.')
  return { ...watched, wallets }
}
