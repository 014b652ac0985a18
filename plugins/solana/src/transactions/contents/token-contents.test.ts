import { describe, expect, it } from 'vitest'
import { readMint } from '../../assets/token-layout.js'
import type { SolanaInstruction } from '../../contract.js'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../programs.js'
import { addressOf } from '../../wallet.test.fixtures.js'
import type { ChainState } from '../chain-state.js'
import { mintData, tokenAccount } from '../chain-state.test.fixtures.js'
import {
  associated,
  empty,
  mint,
  opening,
  payer,
  read,
  receiver,
  stranger,
  tokenId,
  tokens,
  u64Data,
  write,
} from './contents.test.fixtures.js'

describe('the receiver of a token transfer, whose bytes contain only the token account', () => {
  const toOf = async (state: ChainState, receivers: readonly string[], ...calls: readonly SolanaInstruction[]) => {
    const [first] = await read(write(...calls), state, receivers)
    return first?.type === 'transfer' ? first.to : first?.type
  }
  const heldBy = async (owner: string): Promise<ChainState> => ({
    ...empty,
    accounts: new Map([[await associated(receiver), tokenAccount({ mint, owner })]]),
  })

  it("is the owner that the create instruction, the chain or the request names, if the account's address derives from that owner", async () => {
    expect(await toOf(empty, [], await opening(), await tokens())).toBe(receiver)
    expect(await toOf(await heldBy(receiver), [], await tokens())).toBe(receiver)
    expect(await toOf(empty, [receiver], await tokens())).toBe(receiver)
  })

  it('is the token account itself if no owner is proven or the account has another owner', async () => {
    expect(await toOf(empty, [stranger], await tokens())).toBe(await associated(receiver))
    expect(await toOf(await heldBy(stranger), [receiver], await tokens())).toBe(await associated(receiver))
  })
})

describe('the received amount', () => {
  const program = TOKEN_2022_PROGRAM
  const withFee = readMint(program, mintData({ feeBps: 100 }))
  const plain = readMint(program, mintData({}))
  const receivedOf = async (minted: typeof plain, ...calls: readonly SolanaInstruction[]) => {
    const mints = new Map(minted ? [[mint, minted]] : [])
    const [first] = await read(write(...calls), { ...empty, mints })
    return first?.type === 'transfer' ? first.received : first?.type
  }

  it('D10: is the amount minus the transfer fee stated in the bytes', async () => {
    const [one, other] = [
      { amount: 100n, withheld: 1n },
      { amount: 50n, withheld: 2n, from: addressOf(5) },
    ]
    expect(await receivedOf(withFee, await tokens({ program, ...one }), await tokens({ program, ...other }))).toBe(147n)
    expect(await receivedOf(withFee, await tokens({ program, ...one, withheld: 0n }))).toBeUndefined()
  })

  it('is unknown if the mint has a transfer fee that the bytes do not state', async () => {
    expect(await receivedOf(withFee, await tokens({ program }))).toBe('unknown')
    expect(await receivedOf(plain, await tokens({ program }))).toBeUndefined()
  })
})

describe('token instructions without a mint', () => {
  const stateOf = async (owner = payer, at?: string): Promise<ChainState> => ({
    ...empty,
    accounts: new Map([[at ?? (await associated(payer)), tokenAccount({ mint, owner })]]),
  })
  const call = async (selector: number, from?: string): Promise<SolanaInstruction> => ({
    program: TOKEN_PROGRAM,
    accounts: [
      { address: from ?? (await associated(payer)), isWritable: true },
      { address: await associated(receiver), isWritable: true },
      { address: payer, isSigner: true },
    ],
    data: u64Data(selector, 7n),
  })

  it('are decoded if the sender’s account address derives from the mint that the node reports', async () => {
    const state = await stateOf()
    expect(await read(write(await call(3)), state)).toEqual([
      { type: 'transfer', assetId: tokenId, amount: 7n, from: payer, to: receiver },
    ])
    expect(await read(write(await call(4)), state)).toEqual([
      { type: 'approval', assetId: tokenId, amount: 7n, spender: await associated(receiver) },
    ])
  })

  it('are undecoded if the address derives from no mint that the node reports, or if the account has another owner', async () => {
    for (const selector of [3, 4]) {
      expect(await read(write(await call(selector)))).toMatchObject([{ type: 'undecoded' }])
      const at = addressOf(6)
      expect(await read(write(await call(selector, at)), await stateOf(payer, at))).toMatchObject([
        { type: 'undecoded' },
      ])
      expect(await read(write(await call(selector)), await stateOf(stranger))).toMatchObject([{ type: 'undecoded' }])
    }
  })
})

describe('an approval', () => {
  const approve = async (owner = payer, ...more: readonly object[]): Promise<SolanaInstruction> => ({
    program: TOKEN_PROGRAM,
    accounts: [
      { address: await associated(payer), isWritable: true },
      { address: mint },
      { address: stranger },
      { address: owner, isSigner: true },
      ...(more as SolanaInstruction['accounts']),
    ],
    data: u64Data(13, 2n ** 64n - 1n, 6),
  })

  it('shows the spender and the amount', async () => {
    expect(await read(write(await approve()))).toEqual([
      { type: 'approval', assetId: tokenId, amount: 2n ** 64n - 1n, spender: stranger },
    ])
  })

  it('by another owner, or with additional signers, is undecoded', async () => {
    for (const one of [await approve(addressOf(6)), await approve(payer, { address: addressOf(6) })])
      expect(await read(write(one))).toMatchObject([{ type: 'undecoded', name: 'Token.approveChecked' }])
  })
})
