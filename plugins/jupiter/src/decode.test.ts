import type { Network } from '@wallet-modal/kernel'
import type { SolanaBuiltCall, SolanaInstruction } from '@wallet-modal/solana/contract'
import { describe, expect, it } from 'vitest'
import { associated, decodeJupiter } from './decode.js'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  JUPITER_PROGRAM,
  MAINNET,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  WRAPPED_COIN,
} from './programs.js'

const network: Network = {
  ...{ caipNetworkId: MAINNET, namespace: 'solana', reference: MAINNET.slice(7), name: 'Solana', rpcUrls: [] },
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
}
const owner = '5koCFomFmWcNhybDquJKmiU8suXh9kjAsnU1gYufXHoM'
const stranger = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const dollars = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const other = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'
const own = (mint: string, program: string = TOKEN_PROGRAM, of = owner) => associated(of, { mint, program })

const bytes = (length: number, write: (view: DataView) => void): Uint8Array => {
  const data = new Uint8Array(length)
  write(new DataView(data.buffer))
  return data
}
const make = (program: string, accounts: readonly string[], data: Uint8Array): SolanaInstruction => ({
  ...{ program, data, accounts: accounts.map((address) => ({ address })) },
})
const limit = make(
  COMPUTE_BUDGET_PROGRAM,
  [],
  bytes(5, (view) => {
    view.setUint8(0, 2)
    view.setUint32(1, 200_000, true)
  }),
)
const price = (micro: bigint) =>
  make(
    COMPUTE_BUDGET_PROGRAM,
    [],
    bytes(9, (view) => {
      view.setUint8(0, 3)
      view.setBigUint64(1, micro, true)
    }),
  )
const open = async (mint: string, program: string = TOKEN_PROGRAM, of = owner) =>
  make(
    ASSOCIATED_TOKEN_PROGRAM,
    [owner, await own(mint, program, of), of, mint, SYSTEM_PROGRAM, program],
    Uint8Array.of(1),
  )
const pay = (to: string, lamports: bigint) =>
  make(
    SYSTEM_PROGRAM,
    [owner, to],
    bytes(12, (view) => {
      view.setUint32(0, 2, true)
      view.setBigUint64(4, lamports, true)
    }),
  )
const sync = async () => make(TOKEN_PROGRAM, [await own(WRAPPED_COIN)], Uint8Array.of(17))
const close = async (to = owner) => make(TOKEN_PROGRAM, [await own(WRAPPED_COIN), to, owner], Uint8Array.of(9))

interface Terms {
  readonly kind?: 'route_v2' | 'shared_accounts_route_v2' | 'route'
  readonly from?: string
  readonly to?: string
  readonly program?: string
  readonly source?: string
  readonly destination?: string
  readonly authority?: string
  readonly elsewhere?: string
  readonly amount?: bigint
  readonly quoted?: bigint
  readonly slippage?: number
  readonly fee?: number
  readonly steps?: number
}
const selectors = {
  route_v2: 'bb64facc31c4af14',
  shared_accounts_route_v2: 'd19853937cfed8e9',
  route: 'e517cb977ae3ad2a',
} as const

/** A route instruction of Jupiter. By default it swaps 1 wrapped SOL for at least 147.51 dollars. */
async function route(terms: Terms = {}): Promise<SolanaInstruction> {
  const { kind = 'route_v2', from = WRAPPED_COIN, to = dollars, program = TOKEN_PROGRAM, authority = owner } = terms
  const { source = await own(from), destination = await own(to, program), elsewhere = JUPITER_PROGRAM } = terms
  const { amount = 1_000_000_000n, quoted = 149_000_001n, slippage = 100, fee = 0, steps = 1 } = terms
  const numbers = bytes(26 + 6 * steps, (view) => {
    view.setBigUint64(0, amount, true)
    view.setBigUint64(8, quoted, true)
    view.setUint16(16, slippage, true)
    view.setUint16(18, fee, true)
    view.setUint32(22, steps, true)
  })
  const isShared = kind === 'shared_accounts_route_v2'
  const accounts = isShared
    ? [...[stranger, authority, source, stranger, stranger, destination, from, to, TOKEN_PROGRAM, program]]
    : [...[authority, source, destination, from, to, TOKEN_PROGRAM, program, elsewhere]]
  const id = isShared ? [7] : []
  const data = Uint8Array.from([...Buffer.from(selectors[kind], 'hex'), ...id, ...numbers])
  return make(JUPITER_PROGRAM, [...accounts, stranger, JUPITER_PROGRAM, stranger, stranger], data)
}

const decode = (instructions: readonly SolanaInstruction[], payer = owner) =>
  decodeJupiter({ payer, instructions } satisfies SolanaBuiltCall, { network, from: owner })

/** All instructions of a swap of 1 SOL as Jupiter builds it. `terms` change its route. */
async function swapInstructions(terms?: Terms): Promise<SolanaInstruction[]> {
  const wrap = [await open(WRAPPED_COIN), pay(await own(WRAPPED_COIN), 1_000_000_000n), await sync()]
  return [limit, price(1000n), ...wrap, await open(dollars), await route(terms), await close()]
}

/** The same swap, with a changed copy of the instruction that {@link pick} selects. */
async function changed(
  pick: (one: SolanaInstruction) => boolean,
  change: (one: SolanaInstruction) => Partial<SolanaInstruction>,
): Promise<readonly SolanaInstruction[]> {
  const instructions = await swapInstructions()
  expect(instructions.filter(pick)).toHaveLength(1)
  return instructions.map((one) => (pick(one) ? { ...one, ...change(one) } : one))
}
const starts =
  (program: string, ...start: readonly number[]) =>
  (one: SolanaInstruction): boolean =>
    one.program === program && start.every((byte, at) => one.data[at] === byte)
const opensDollars = ({ program, accounts }: SolanaInstruction): boolean =>
  program === ASSOCIATED_TOKEN_PROGRAM && accounts[3]?.address === dollars
const [setsLimit, setsPrice] = [starts(COMPUTE_BUDGET_PROGRAM, 2), starts(COMPUTE_BUDGET_PROGRAM, 3)]
const [pays, syncs, closes] = [starts(SYSTEM_PROGRAM, 2), starts(TOKEN_PROGRAM, 17), starts(TOKEN_PROGRAM, 9)]
const begin =
  (...start: readonly number[]) =>
  ({ data }: SolanaInstruction) => ({
    data: Uint8Array.from([...start, ...data.slice(start.length)]),
  })
const lengthen = ({ data }: SolanaInstruction) => ({ data: Uint8Array.from([...data, 0]) })
const withAccount =
  (index: number, address: string) =>
  ({ accounts }: SolanaInstruction) => ({
    accounts: accounts.map((one, at) => (at === index ? { address } : one)),
  })
const addAccount = ({ accounts }: SolanaInstruction) => ({ accounts: [...accounts, { address: stranger }] })

const expectedSwap = (from: string, to: string, change: object = {}) => ({
  ...{ type: 'swap', pay: { assetId: `${MAINNET}/${from}`, amount: 1_000_000_000n } },
  ...{ receiveAtLeast: { assetId: `${MAINNET}/${to}`, amount: 147_510_000n }, receiver: owner },
  ...{ target: JUPITER_PROGRAM, ...change },
})

describe('decodeJupiter', () => {
  it('decodes a swap of SOL for tokens by either route instruction, with the minimum rounded down', async () => {
    for (const kind of ['route_v2', 'shared_accounts_route_v2'] as const)
      expect(await decode(await swapInstructions({ kind })), kind).toEqual(
        expectedSwap('slip44:501', `token:${dollars}`),
      )
  })

  it('decodes swaps of tokens for SOL, swaps between tokens of both token programs, and swaps of wrapped SOL', async () => {
    const toCoins = [await open(WRAPPED_COIN), await route({ from: dollars, to: WRAPPED_COIN }), await close()]
    expect(await decode(toCoins)).toEqual(expectedSwap(`token:${dollars}`, 'slip44:501'))
    const between = { from: dollars, to: other, program: TOKEN_2022_PROGRAM }
    expect(await decode([await open(other, TOKEN_2022_PROGRAM), await route(between)])).toEqual(
      expectedSwap(`token:${dollars}`, `token:${other}`),
    )
    expect(await decode([await open(dollars), await route()])).toEqual(
      expectedSwap(`token:${WRAPPED_COIN}`, `token:${dollars}`),
    )
  })

  const mistakes: Readonly<Record<string, () => Promise<readonly SolanaInstruction[]>>> = {
    'a destination token account of another owner': async () =>
      swapInstructions({ destination: await own(dollars, TOKEN_PROGRAM, stranger) }),
    'an optional account that overrides the destination': () => swapInstructions({ elsewhere: stranger }),
    'a source token account of another owner': async () =>
      swapInstructions({ source: await own(WRAPPED_COIN, TOKEN_PROGRAM, stranger) }),
    'another authority': () => swapInstructions({ authority: stranger }),
    'a destination that is not the associated token account': () => swapInstructions({ destination: stranger }),
    'a platform fee': () => swapInstructions({ fee: 1 }),
    'a slippage of 10,000 basis points': () => swapInstructions({ slippage: 10_000 }),
    'a route without steps': () => swapInstructions({ steps: 0 }),
    'a route instruction of version 1': () => swapInstructions({ kind: 'route' }),
    'another token program': async () => [await route({ from: dollars, to: other, program: stranger })],
    'two routes': async () => [...(await swapInstructions()), await route()],
    'no route': async () => [limit, await open(dollars)],
    'more wrapped SOL than is swapped': () => swapInstructions({ amount: 999_999_999n }),
    'a transfer of SOL to another account': async () => [...(await swapInstructions()), pay(stranger, 1n)],
    'a token account that is opened for another owner': async () => [
      ...(await swapInstructions()),
      await open(dollars, TOKEN_PROGRAM, stranger),
    ],
    'a token account that is opened for another token': async () => [...(await swapInstructions()), await open(other)],
    'unwrapped SOL that is paid to another account': async () => [
      ...(await swapInstructions()).slice(0, -1),
      await close(stranger),
    ],
    'unwrapping of SOL in a swap between tokens': async () => [
      await route({ from: dollars, to: other }),
      await close(),
    ],
    'an approval': async () => [
      ...(await swapInstructions()),
      make(TOKEN_PROGRAM, [await own(dollars), stranger, owner], Uint8Array.from([4, 255, 0, 0, 0, 0, 0, 0, 0])),
    ],
    'an unknown program': async () => [...(await swapInstructions()), make(stranger, [], new Uint8Array())],
    'another instruction of Jupiter': async () => [
      ...(await swapInstructions()),
      make(JUPITER_PROGRAM, [owner], Uint8Array.from(Buffer.from('3ec6d6c1d59f6cd2', 'hex'))),
    ],
    'an advanced durable nonce': async () => [
      make(SYSTEM_PROGRAM, [stranger, stranger, owner], Uint8Array.from([4, 0, 0, 0])),
      ...(await swapInstructions()),
    ],
    'an excessive priority fee': async () => [...(await swapInstructions()), price(6_000_000n)],
    'truncated instruction data': async () => {
      const { data, ...rest } = await route()
      return [{ ...rest, data: data.slice(0, 30) }]
    },
  }
  it.each(Object.entries(mistakes))('is undefined for a transaction with %s', async (_, instructions) => {
    expect(await decode(await instructions())).toBeUndefined()
  })

  const changes: Readonly<Record<string, readonly [typeof pays, Parameters<typeof changed>[1]]>> = {
    'a unit limit with an account': [setsLimit, addAccount],
    'a longer unit limit': [setsLimit, lengthen],
    'a limit of loaded data in place of the unit limit': [setsLimit, begin(4)],
    'a longer unit price': [setsPrice, lengthen],
    'an unknown budget of the length of a unit price': [setsPrice, begin(5)],
    'longer data of a new token account': [opensDollars, lengthen],
    'a new token account that must not exist yet': [opensDollars, begin(0)],
    'an account that is added to those of a new token account': [opensDollars, addAccount],
    'another payer of a new token account': [opensDollars, withAccount(0, stranger)],
    'another address of a new token account': [opensDollars, withAccount(1, stranger)],
    'another owner of a new token account': [opensDollars, withAccount(2, stranger)],
    'another token of a new token account': [opensDollars, withAccount(3, other)],
    'another program instead of the System program': [opensDollars, withAccount(4, stranger)],
    'another token program of a new token account': [opensDollars, withAccount(5, TOKEN_2022_PROGRAM)],
    'a longer transfer of SOL': [pays, lengthen],
    'an allocation of data in place of the transfer of SOL': [pays, begin(8)],
    'an account that is added to those of the transfer of SOL': [pays, addAccount],
    'a transfer of SOL by another account': [pays, withAccount(0, stranger)],
    'a transfer of SOL to another account instead of the own one': [pays, withAccount(1, stranger)],
    'longer data of a synchronization': [syncs, lengthen],
    'a synchronization of another account': [syncs, withAccount(0, stranger)],
    'an account that is added to those of a synchronization': [syncs, addAccount],
    'another instruction for the account for wrapped SOL': [closes, begin(11)],
    'the account of another token closed': [closes, withAccount(0, stranger)],
    'an account closed by another owner': [closes, withAccount(2, stranger)],
    'an account that is added to those of the closing': [closes, addAccount],
  }
  it.each(Object.entries(changes))('is undefined for a transaction with %s', async (_, [pick, change]) => {
    expect(await decode(await changed(pick, change))).toBeUndefined()
  })

  it('is undefined for wrapped SOL in a swap that pays another token', async () => {
    const wrap = [await open(WRAPPED_COIN), pay(await own(WRAPPED_COIN), 1_000_000_000n), await sync()]
    expect(await decode([...wrap, await route({ from: dollars, to: other }), await close()])).toBeUndefined()
  })

  it('is undefined for another destination even if no token account is opened', async () => {
    const destination = await own(other, TOKEN_PROGRAM, stranger)
    expect(await decode([await route({ from: dollars, to: other })])).toBeDefined()
    expect(await decode([await route({ from: dollars, to: other, destination })])).toBeUndefined()
  })

  it('is undefined if another account pays the fee, and for anything that is not a transaction', async () => {
    expect(await decode(await swapInstructions(), stranger)).toBeUndefined()
    for (const given of [undefined, {}, await route()])
      expect(await decodeJupiter(given, { network, from: owner })).toBeUndefined()
  })
})
