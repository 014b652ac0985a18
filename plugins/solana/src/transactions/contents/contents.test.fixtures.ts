import type { Network } from '@wallet-modal/kernel'
import networks from '../../../networks.json' with { type: 'json' }
import type { SolanaInstruction } from '../../contract.js'
import { TOKEN_PROGRAM } from '../../programs.js'
import { addressOf } from '../../wallet.test.fixtures.js'
import { createAssetIds } from '../asset-ids.js'
import type { ChainState } from '../chain-state.js'
import { setBudget, transferCoins } from '../instructions.js'
import { associatedAccount, readTransaction, writeTransaction } from '../sdk.js'
import { createTokenAccount, transferTokens } from '../token-instructions.js'
import { readContents } from './contents.js'

export const [network] = networks as readonly Network[] as readonly [Network]
export const [payer, receiver, mint, stranger] = [addressOf(1), addressOf(2), addressOf(3), addressOf(4)]
export const blockhash = addressOf(9)
export const coin = `${network.caipNetworkId}/slip44:501`
export const tokenId = `${network.caipNetworkId}/token:${mint}`
export const budget = setBudget({ units: 1_234, price: 77n })
export const write = (...instructions: readonly SolanaInstruction[]) =>
  writeTransaction({ payer, blockhash, instructions: [...budget, ...instructions] })
export const empty: ChainState = { accounts: new Map(), mints: new Map() }
export const read = (bytes: Uint8Array, state: ChainState = empty, receivers: readonly string[] = [receiver]) =>
  readContents(readTransaction(bytes), { state, assetIds: createAssetIds(network), receivers })
export const coins = (lamports: bigint, to = receiver) => transferCoins({ from: payer, to, lamports })
export const associated = (owner: string, program = TOKEN_PROGRAM) => associatedAccount(owner, mint, program)
export const u64Data = (selector: number, amount: bigint, ...rest: readonly number[]) => {
  const data = new Uint8Array(9 + rest.length)
  data[0] = selector
  new DataView(data.buffer).setBigUint64(1, amount, true)
  data.set(rest, 9)
  return data
}

/** Token transfer from the payer to the receiver. `more` replaces its fields. */
export async function tokens(more: Partial<Parameters<typeof transferTokens>[0]> = {}) {
  const { program = TOKEN_PROGRAM } = more
  const [from, to] = await Promise.all([payer, receiver].map((one) => associated(one, program)))
  return transferTokens({
    ...{ program, from: from ?? '', mint, to: to ?? '', owner: payer, amount: 5n, decimals: 6 },
    ...more,
  })
}
export const opening = async (owner = receiver, account?: string) =>
  createTokenAccount({
    ...{ payer, owner, mint, program: TOKEN_PROGRAM },
    account: account ?? (await associated(receiver)),
  })
