import type { ChainAccount } from '../node.js'
import { TOKEN_PROGRAM } from '../programs.js'
import { fromBase58 } from '../sdk.js'

interface TokenAccountPlan {
  readonly mint: string
  readonly owner: string
  readonly amount?: bigint
  readonly program?: string
}

/** Token account as returned by a node. */
export function tokenAccount({ mint, owner, amount = 0n, program = TOKEN_PROGRAM }: TokenAccountPlan): ChainAccount {
  const data = new Uint8Array(165)
  data.set(fromBase58(mint), 0)
  data.set(fromBase58(owner), 32)
  new DataView(data.buffer).setBigUint64(64, amount, true)
  data[108] = 1
  return { lamports: 2_039_280n, owner: program, isProgram: false, data }
}

/** Bytes of a Token-2022 mint, with a transfer fee of `feeBps` if given. */
export function mintData({ feeBps }: { readonly feeBps?: number }): Uint8Array {
  const data = new Uint8Array(feeBps === undefined ? 82 : 166 + 4 + 108)
  const view = new DataView(data.buffer)
  data[44] = 6
  data[45] = 1
  if (feeBps === undefined) return data
  data[165] = 1
  view.setUint16(166, 1, true)
  view.setUint16(168, 108, true)
  for (const at of [72, 90]) {
    view.setBigUint64(170 + at + 8, 2n ** 64n - 1n, true)
    view.setUint16(170 + at + 16, feeBps, true)
  }
  return data
}
