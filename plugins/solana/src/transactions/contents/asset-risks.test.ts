import type { ExpectedAction, Network } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
import networks from '../../../networks.json' with { type: 'json' }
import type { ChainAccount, SolanaNode } from '../../node.js'
import { TOKEN_2022_PROGRAM } from '../../programs.js'
import { addressOf } from '../../wallet.test.fixtures.js'
import { readAssetRisks } from './asset-risks.js'

const [network] = networks as readonly Network[] as readonly [Network]
const [payer, delegated, plain] = [1, 2, 3].map(addressOf) as [string, string, string]
const idOf = (mint: string): string => `${network.caipNetworkId}/token:${mint}`
const coin = `${network.caipNetworkId}/slip44:501`

/** Mint of Token-2022 with a permanent delegate. */
function delegatedMint(): ChainAccount {
  const data = new Uint8Array(166 + 4 + 32).fill(1, 170)
  for (const [at, byte] of [
    [45, 1],
    [165, 1],
    [166, 12],
    [168, 32],
  ] as const)
    data[at] = byte
  return { lamports: 1n, owner: TOKEN_2022_PROGRAM, isProgram: false, data }
}

/** A node with one mint that has a permanent delegate. Records the requested addresses. */
function nodeWithMints() {
  const requests: (readonly string[])[] = []
  const accounts: SolanaNode['accounts'] = async (addresses) => {
    requests.push(addresses)
    return addresses.map((one) => (one === delegated ? delegatedMint() : undefined))
  }
  return { node: { accounts } as SolanaNode, requests }
}
const risk = { assetId: idOf(delegated), code: 'permanentDelegate' }
const swap = (assetId: string): ExpectedAction => ({
  ...{ type: 'swap', pay: { assetId: coin, amount: 1n }, receiveAtLeast: { assetId, amount: 1n } },
  ...{ receiver: payer, target: addressOf(9) },
})

it('a received token has the risks of its mint; the mints of paid tokens are not read', async () => {
  const { node, requests } = nodeWithMints()
  const gains = [
    { assetId: coin, amount: 5n },
    { assetId: idOf(delegated), amount: 1n },
    { assetId: idOf(plain), amount: -1n },
  ]
  expect(await readAssetRisks(node, { network, balanceChanges: gains })).toEqual([risk])
  expect(requests).toEqual([[delegated]])
  expect(await readAssetRisks(node, { network, balanceChanges: [{ assetId: idOf(delegated), amount: -1n }] })).toEqual(
    [],
  )
  expect(requests).toHaveLength(1)
})

it('the token of an expected swap has the risks of its mint, also if the node returns no balance changes', async () => {
  const { node } = nodeWithMints()
  const received = { network, balanceChanges: 'unavailable', expects: [swap(idOf(delegated))] } as const
  expect(await readAssetRisks(node, received)).toEqual([risk])
})

it('a swap to a token of another network reads no mint', async () => {
  const { node, requests } = nodeWithMints()
  const received = { network, balanceChanges: 'unavailable', expects: [swap(`eip155:1/erc20:${plain}`)] } as const
  expect(await readAssetRisks(node, received)).toEqual([])
  expect(requests).toEqual([])
})

it('a token whose mint the transaction creates or changes has the risks of the mint after the simulation', async () => {
  const { node, requests } = nodeWithMints()
  const balanceChanges = [{ assetId: idOf(plain), amount: 1n }]
  const simulated = new Map([[plain, delegatedMint()]])
  expect(await readAssetRisks(node, { network, balanceChanges, simulated })).toEqual([
    { ...risk, assetId: idOf(plain) },
  ])
  expect(requests).toEqual([])
})

it.each([
  ['is missing', undefined],
  ['is an account of another program', { ...delegatedMint(), owner: payer }],
  ['is no mint', { ...delegatedMint(), data: new Uint8Array(165) }],
])('a received token has an unknown risk if its mint %s', async (_, account) => {
  const accounts: SolanaNode['accounts'] = async () => [account]
  const received = { network, balanceChanges: [{ assetId: idOf(plain), amount: 1n }] }
  expect(await readAssetRisks({ accounts } as SolanaNode, received)).toEqual([
    { assetId: idOf(plain), code: 'unknown' },
  ])
})
