import type { Context } from '@wallet-modal/kernel'
import type { Bip122Options } from '../options.js'
import { findRegistered } from './registry-discovery.js'
import { findStandard } from './standard-discovery.js'
import { findUnisat } from './unisat-discovery.js'
import { createWalletList } from './wallet-list.js'

/** Lists the Bitcoin wallets that are installed in this browser, and adds those that are injected after page load. */
export function discoverWallets(ctx: Context, options: Bip122Options): void {
  const { walletStandard = true, satsConnect = true, unisat = true } = options
  const addWallet = createWalletList(ctx)
  if (satsConnect) findRegistered(ctx, addWallet)
  if (unisat) findUnisat(ctx, addWallet)
  if (walletStandard) findStandard(ctx, addWallet)
}
