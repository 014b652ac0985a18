import type { Balances, Context } from '@wallet-modal/kernel'
import { createNftList, type NftList } from './lists/nft-list.js'
import { createTokenList, type TokenList } from './lists/token-list.js'
import type { BalancesOptions } from './options.js'

/** Model of this plugin's views. */
export interface BalancesModel extends Balances, TokenList, NftList {}

export const createBalancesModel = (ctx: Context, _: BalancesOptions, output: Balances): BalancesModel => ({
  ...output,
  ...createTokenList(output.holdings),
  ...createNftList(ctx),
})
