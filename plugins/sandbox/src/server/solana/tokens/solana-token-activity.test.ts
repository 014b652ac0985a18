import { generateKeyPairSigner } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { solanaDevelopmentAccounts } from '../development-accounts.js'
import { localMints } from './local-mints.js'
import {
  account,
  alice,
  ask,
  bob,
  caipNetworkId,
  createTokenAccount,
  developmentSigner,
  sandbox,
  send,
  startOneSandbox,
  system,
  transferChecked,
  WRITABLE,
  WRITABLE_SIGNER,
} from './solana-tokens.test.fixtures.js'

startOneSandbox()

const [shell, dollar, ticket, pearl, tithe, lookAlike, postcard] = localMints
if (!shell || !dollar || !ticket || !pearl || !tithe || !lookAlike || !postcard) throw new Error('there are no mints')
const control = (path: string, body: object) =>
  fetch(`${sandbox.url}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const get = async (path: string) => (await fetch(`${sandbox.url}/v1/account/${path}`)).json()
interface Entry {
  readonly metadata: Readonly<Record<string, string>>
  readonly transfers: readonly {
    readonly direction: string
    readonly quantity: { readonly numeric: string }
    readonly fungible_info?: { readonly symbol: string }
    readonly nft_info?: { readonly name: string; readonly content: { readonly preview: { readonly url: string } } }
  }[]
}

const history = async (
  owner: string,
  cursor = '',
): Promise<{ readonly data: readonly Entry[]; readonly next: string | null }> =>
  get(`${owner}/history?chainId=${caipNetworkId}${cursor && `&cursor=${cursor}`}`)
const outline = async (owner: string) =>
  (await history(owner)).data.map(({ metadata: { operationType, status }, transfers }) => [
    operationType,
    status,
    ...transfers.map(({ direction, quantity, fungible_info, nft_info }) =>
      [direction, quantity.numeric, fungible_info?.symbol ?? nft_info?.name].join(' '),
    ),
  ])

describe('balances and history of an account', () => {
  test('balances list every token with name, symbol and amount, but no NFTs', async () => {
    const dave = solanaDevelopmentAccounts[3] ?? ''
    const { balances } = await get(`${dave}/balance?chainId=${caipNetworkId}`)
    const [coin, ...tokens] = balances
    expect([coin.symbol, coin.quantity.numeric, coin.price]).toEqual(['SOL', '10000', null])
    const listed = tokens.map(({ address: at, name, symbol, quantity, price }: Record<string, unknown>) => [
      at,
      name,
      symbol,
      quantity,
      price,
    ])
    expect(listed).toHaveLength(6)
    for (const [mint, numeric] of [
      [shell, '500'],
      [dollar, '25000'],
      [ticket, '12'],
      [pearl, '80'],
      [tithe, '900'],
      [lookAlike, '1000000'],
    ] as const) {
      const quantity = { decimals: String(mint.decimals), numeric }
      expect(listed).toContainEqual([`${caipNetworkId}:${mint.address}`, mint.name, mint.symbol, quantity, null])
    }
  })

  test('a test can set the price of a token and remove it', async () => {
    const price = async () =>
      (await get(`${bob}/balance?chainId=${caipNetworkId}`)).balances.find(
        ({ address: at }: { address?: string }) => at === `${caipNetworkId}:${ticket.address}`,
      )
    expect((await control('price', { chainId: caipNetworkId, address: ticket.address, usd: '2.5' })).status).toBe(200)
    expect(await price()).toMatchObject({ price: 2.5, value: 30 })
    await control('price', { chainId: caipNetworkId, address: ticket.address, usd: null })
    expect((await price()).price).toBeNull()
  })

  test('the history of sender and receiver lists each transfer, newest first, in pages', async () => {
    const me = await generateKeyPairSigner()
    const { address: to } = await generateKeyPairSigner()
    const lamports = 10n ** 9n
    await ask('requestAirdrop', [me.address, Number(lamports)])
    await send(alice, [
      await createTokenAccount(alice, me.address, tithe),
      await transferChecked(alice, me.address, { mint: tithe, amount: 10_000n }),
    ])
    await send(me, [
      await createTokenAccount(me, to, tithe),
      await transferChecked(me, to, { mint: tithe, amount: 100n }),
    ])
    const coins = new Uint8Array(12)
    coins[0] = 2
    new DataView(coins.buffer).setBigUint64(4, 1_000_000n, true)
    const pay = {
      programAddress: system,
      accounts: [account(me.address, WRITABLE_SIGNER), account(to, WRITABLE)],
      data: coins,
    }
    const signature = await send(me, [pay])
    await send(me, [await transferChecked(me, to, { mint: tithe, amount: 10n ** 12n })], { skipPreflight: true })
    expect(await outline(me.address)).toEqual([
      ['send', 'failed'],
      ['send', 'confirmed', 'out 0.001 SOL'],
      ['send', 'confirmed', 'out 0.0001 STTH'],
      ['receive', 'confirmed', 'in 0.0099 STTH'],
      ['receive', 'confirmed', 'in 1 SOL'],
    ])
    expect(await outline(to)).toEqual([
      ['receive', 'confirmed', 'in 0.001 SOL'],
      ['receive', 'confirmed', 'in 0.000099 STTH'],
    ])
    const { data } = await history(me.address)
    expect(data[1]?.metadata).toMatchObject({ hash: signature, sentFrom: me.address, sentTo: to, chain: caipNetworkId })
    expect(data[2]?.metadata).toMatchObject({ sentFrom: me.address, sentTo: to })
    expect(data[3]?.metadata).toMatchObject({ sentFrom: alice.address, sentTo: me.address })
    for (let at = 0; at < 60; at++) await ask('requestAirdrop', [to, 1_000_000 + at])
    const first = await history(to)
    await ask('requestAirdrop', [to, 7])
    const second = await history(to, first.next ?? '')
    expect([first.data.length, second.data.length, second.next]).toEqual([50, 12, null])
    expect(new Set([...first.data, ...second.data].map(({ metadata }) => metadata.hash)).size).toBe(62)
  })

  test('the history shows a token with a supply of one as an NFT with name and image', async () => {
    const { address: to } = await generateKeyPairSigner()
    const carol = await developmentSigner(2)
    const card = localMints.find(({ holders }) => holders.length === 1 && holders[0] === carol.address)
    if (!card) throw new Error('there is no postcard')
    await send(carol, [
      await createTokenAccount(carol, to, card),
      await transferChecked(carol, to, { mint: card, amount: 1n }),
    ])
    expect(await outline(to)).toEqual([['receive', 'confirmed', 'in 1 Sandbox Postcard #3']])
    const { data } = await history(to)
    expect(data[0]?.transfers[0]?.nft_info?.content.preview.url).toMatch(/^data:image\/svg\+xml;base64,/)
  })
})
