import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { expect, it } from 'vitest'
import { repository } from '../setup/workspaces.mjs'
import { localNetworks } from './support/local-networks.js'
import { openWith } from './support/scripted.js'
import { chainAt, fundedKey } from './support/send-page.js'
import { senderOf, serveSender } from './support/sender.js'
import { createStage } from './support/stage.js'

const codes: Readonly<Record<'WrappedEther' | 'CoinVault', Hex>> = JSON.parse(
  readFileSync(join(repository, 'tests/corpora/wrapped-ether.json'), 'utf8'),
)
const [wrapped, vault] = [
  '0x00000000000000000000000000000000000C0111',
  '0x00000000000000000000000000000000000C0222',
] as const
const abi = parseAbi([
  'function deposit() payable',
  'function withdraw(uint256 wad)',
  'function balanceOf(address) view returns (uint256)',
  'function stake() payable',
])
const COIN = 'eip155:31337/slip44:60'
const WRAPPED = `eip155:31337/erc20:${wrapped}`

const stage = createStage({
  serve: (sandboxUrl) => serveSender({ sandboxUrl, family: 'eip155', networks: localNetworks(sandboxUrl).slice(0, 1) }),
})

async function visit() {
  const chain = chainAt(stage.sandboxUrl)
  await chain.setCode({ address: wrapped, bytecode: codes.WrappedEther })
  await chain.setCode({ address: vault, bytecode: codes.CoinVault })
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('5'))
  const { page } = await openWith(stage, { zephyr: { namespace: 'eip155', name: 'Zephyr', keys: [key] } })
  const send = senderOf(page)
  await send.connect('Zephyr')
  const held = (): Promise<bigint> =>
    chain.readContract({ address: wrapped, abi, functionName: 'balanceOf', args: [address] })
  return { send, held }
}

it('the balance changes of deposit and withdraw of a WETH9 contract show coins and tokens, as on the chain', async () => {
  const { send, held } = await visit()
  const value = parseEther('2')
  const deposit = { to: wrapped, value, data: encodeFunctionData({ abi, functionName: 'deposit' }) }
  expect((await send.prepareCalls([deposit])).balanceChanges).toEqual([
    { assetId: COIN, amount: -value },
    { assetId: WRAPPED, amount: value },
  ])
  expect((await send.submit()).status).toBe('sent')
  await expect.poll(held).toBe(value)
  const wad = parseEther('0.5')
  const withdraw = { to: wrapped, data: encodeFunctionData({ abi, functionName: 'withdraw', args: [wad] }) }
  expect((await send.prepareCalls([withdraw])).balanceChanges).toEqual([
    { assetId: COIN, amount: wad },
    { assetId: WRAPPED, amount: -wad },
  ])
  expect((await send.submit()).status).toBe('sent')
  await expect.poll(held).toBe(value - wad)
})

it('the balance changes contain only the coins if the contract that logs a deposit is not a token', async () => {
  const { send } = await visit()
  const value = parseEther('1')
  const stake = { to: vault, value, data: encodeFunctionData({ abi, functionName: 'stake' }) }
  expect((await send.prepareCalls([stake])).balanceChanges).toEqual([{ assetId: COIN, amount: -value }])
})
