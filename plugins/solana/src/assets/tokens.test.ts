import { createFakeContext, createFakeNetwork, createFakeRpc } from '@wallet-modal/kernel/testing'
import { expect, test } from 'vitest'
import { accountOf } from '../node.test.fixtures.js'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.js'
import { fromBase58 } from '../sdk.js'
import { mintWith, scaled } from './token-layout.test.fixtures.js'
import { readTokens } from './tokens.js'

const [own, mint, otherMint] = ['A', 'B', 'C'].map((letter) => letter.repeat(43)) as [string, string, string]
const caipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const [INITIALIZED, FROZEN] = [1, 2]
const SCALED = 25

/** Token account of `own`. `state`: {@link INITIALIZED} or {@link FROZEN}. */
function tokenAccount(of: string, amount: bigint, state: number) {
  const data = new Uint8Array(165)
  data.set(fromBase58(of), 0)
  data.set(fromBase58(own), 32)
  new DataView(data.buffer).setBigUint64(64, amount, true)
  data[108] = state
  return { pubkey: own, account: accountOf(2_039_280, data, TOKEN_PROGRAM) }
}

function mintAccount() {
  const data = new Uint8Array(82)
  new DataView(data.buffer).setBigUint64(36, 1_000_000n, true)
  data[44] = 6
  data[45] = 1
  return accountOf(1_461_600, data, TOKEN_PROGRAM)
}

/** Tokens of an account with these token accounts and mints. */
function read(held: readonly unknown[], mints: Readonly<Record<string, unknown>>) {
  const replies: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    getTokenAccountsByOwner: ([, filter]) => (Object(filter).programId === TOKEN_PROGRAM ? held : []),
    getMultipleAccounts: ([addresses]) => Array.from(Object(addresses), (one) => mints[String(one)] ?? null),
  }
  const rpc = createFakeRpc(({ method, params }) => ({ value: replies[method]?.(params) }))
  return readTokens(createFakeContext({ api: { rpc } }), {
    account: { address: own, type: 'eoa' },
    network: createFakeNetwork(caipNetworkId),
    ...{ assetIds: [], signal: new AbortController().signal },
  })
}

test('a token is frozen if the issuer froze every account that holds it', async () => {
  const held = [
    tokenAccount(mint, 5n, FROZEN),
    tokenAccount(mint, 0n, INITIALIZED),
    tokenAccount(otherMint, 3n, FROZEN),
    tokenAccount(otherMint, 4n, INITIALIZED),
  ]
  const tokens = await read(held, { [mint]: mintAccount(), [otherMint]: mintAccount() })
  expect(tokens.map(({ address, amount, isFrozen }) => [address, amount, isFrozen])).toEqual([
    [mint, 5n, true],
    [otherMint, 7n, undefined],
  ])
})

test('a token whose displayed amounts the issuer scales has also the displayed balance, of all accounts together', async () => {
  const held = [
    tokenAccount(mint, 1n, INITIALIZED),
    tokenAccount(mint, 2n, FROZEN),
    tokenAccount(otherMint, 3n, FROZEN),
  ]
  const scaledMint = accountOf(2_463_840, mintWith(SCALED, scaled(1.5, 1.5)), TOKEN_2022_PROGRAM)
  const tokens = await read(held, { [mint]: scaledMint, [otherMint]: mintAccount() })
  expect(tokens.map(({ amount, scaledAmount }) => [amount, scaledAmount])).toEqual([
    [3n, 4n],
    [3n, undefined],
  ])
})
