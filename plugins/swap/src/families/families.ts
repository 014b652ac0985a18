import type { Context } from '@wallet-modal/kernel'
import { createEvmFamily } from './eip155.js'
import type { SwapFamily } from './family.js'
import type { FamilyName } from './names.js'
import { createSolanaFamily } from './solana.js'

export const createFamilies = (ctx: Context): Readonly<Record<FamilyName, SwapFamily>> => ({
  eip155: createEvmFamily(ctx),
  solana: createSolanaFamily(ctx),
})
