import type { Context } from '@wallet-modal/kernel'
import type { Bip122Options } from '../options.js'
import { findRegistered } from './registry.js'
import { findStandard } from './standard-discovery.js'
import { findUnisat } from './unisat-discovery.js'
import { createWalletList } from './wallet-list.js'

/** Discovers Bitcoin wallets in this browser, including those injected later. */
export function discoverWallets(ctx: Context, options: Bip122Options): void {
  const { walletStandard = true, satsConnect = true, unisat = true } = options
  const offer = createWalletList(ctx)
  if (satsConnect) findRegistered(ctx, offer)
  if (unisat) findUnisat(ctx, offer)
  if (walletStandard) findStandard(ctx, offer)
}
