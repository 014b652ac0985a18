import { type Address, createWalletClient, getAddress, http, namehash, parseAbi, publicActions } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { toCoinType } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../start.js'
import { ensContracts, UNIVERSAL_RESOLVER } from './ens-contracts.js'

let sandbox: Sandbox
const faults: unknown[] = []
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, onFault: (fault) => faults.push(fault) })
})
afterAll(async () => {
  await sandbox.stop()
  expect(faults).toEqual([])
})

const developmentAccount = (index: number) =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: index })
/** A viem client of the chain. Its only ENS setting is the usual address of the Universal Resolver. */
const clientOf = (account = developmentAccount(7)) =>
  createWalletClient({
    account,
    chain: { ...foundry, contracts: { ensUniversalResolver: { address: UNIVERSAL_RESOLVER } } },
    transport: http(`${sandbox.url}/v1/?chainId=eip155:31337&projectId=p`),
  }).extend(publicActions)
const base = toCoinType(8453)

async function register(name: string, attributes: Readonly<Record<string, string>> = {}): Promise<Address> {
  const account = privateKeyToAccount(generatePrivateKey())
  const message = JSON.stringify({ name, attributes, timestamp: Math.floor(Date.now() / 1000) })
  const registration = { coin_type: 0x80000000 + 31338, address: account.address, message }
  const response = await fetch(`${sandbox.url}/v1/profile/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...registration, signature: await account.signMessage({ message }) }),
  })
  expect(response.status).toBe(200)
  return account.address
}

describe('ENS on the local chain, as viem reads it', () => {
  test('a name resolves to its account on Ethereum and on every EVM network, and on no other chain', async () => {
    const client = clientOf()
    const hazel = developmentAccount(7).address
    expect(await client.getEnsAddress({ name: 'hazel.eth' })).toBe(hazel)
    for (const coinType of [base, toCoinType(31338)])
      expect(getAddress((await client.getEnsAddress({ name: 'hazel.eth', coinType })) ?? '')).toBe(hazel)
    expect(await client.getEnsAddress({ name: 'hazel.eth', coinType: 501n })).toBe(null)
    expect(await client.getEnsAddress({ name: 'nobody.eth' })).toBe(null)
  })

  test('an account has its name as primary name, also on another network (ENSIP-19)', async () => {
    const client = clientOf()
    const address = developmentAccount(8).address
    expect(await client.getEnsName({ address })).toBe('rowan.eth')
    expect(await client.getEnsName({ address, coinType: base })).toBe('rowan.eth')
    expect(await client.getEnsName({ address: developmentAccount(3).address })).toBe(null)
  })

  test('a name registered at the sandbox is on the chain with its records', async () => {
    const client = clientOf()
    const avatar = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`
    const address = await register('willow-7.reown.id', { avatar })
    const name = 'willow-7.reown.id'
    expect(await client.getEnsAddress({ name })).toBe(address)
    expect(getAddress((await client.getEnsAddress({ name, coinType: toCoinType(31338) })) ?? '')).toBe(address)
    expect(await client.getEnsName({ address })).toBe(name)
    expect(await client.getEnsText({ name, key: 'avatar' })).toBe(avatar)
    expect(await client.getEnsAvatar({ name })).toBe(avatar)
  })

  test("the owner of a name can change the name's address; then the name is no longer a primary name", async () => {
    const client = clientOf()
    const [hazel, other] = [developmentAccount(7).address, developmentAccount(5).address]
    const abi = parseAbi(['function setAddr(bytes32 node, address to)'])
    const write = (by: ReturnType<typeof clientOf>, to: Address) =>
      by.writeContract({
        ...{ address: ensContracts.publicResolver, abi, functionName: 'setAddr' },
        args: [namehash('hazel.eth'), to],
      })
    await expect(write(clientOf(developmentAccount(6)), other)).rejects.toThrow()
    await client.waitForTransactionReceipt({ hash: await write(client, other) })
    expect(await client.getEnsAddress({ name: 'hazel.eth' })).toBe(other)
    expect(await client.getEnsName({ address: hazel })).toBe(null)
    expect(await client.getEnsName({ address: other })).toBe(null)
    await client.waitForTransactionReceipt({ hash: await write(client, hazel) })
    expect(await client.getEnsName({ address: hazel })).toBe('hazel.eth')
  })
})
