import type { Context } from '@wallet-modal/kernel'
import type { Bip122Options } from '../options.js'
import { findRegistered } from './registry.js'
import { createShelf } from './shelf.js'
import { findStandard } from './standard-discovery.js'
import { findUnisat } from './unisat-discovery.js'

/** Lists the Bitcoin wallets of this browser, and those that turn up later. */
export function discoverWallets(ctx: Context, options: Bip122Options): void {
  const { walletStandard = true, satsConnect = true, unisat = true } = options
  const offer = createShelf(ctx)
  if (satsConnect) findRegistered(ctx, offer)
  if (unisat) findUnisat(ctx, offer)
  if (walletStandard) findStandard(ctx, offer)
}
