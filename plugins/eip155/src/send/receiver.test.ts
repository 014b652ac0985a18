import type { AssetToken } from '@wallet-modal/kernel'
import { createFakeConnection, createFakeNetwork } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import { fakeApi, me, nodeError, other, word, you } from '../node.test.fixtures.js'
import { inspectReceiver } from './receiver.js'

const network = createFakeNetwork('eip155:1')
const connection = createFakeConnection({ network, account: { address: me, type: 'eoa' } })
const token: AssetToken = {
  ...{ assetId: `eip155:1/erc20:${other}`, caipNetworkId: 'eip155:1', address: other },
  ...{ name: 'Token', symbol: 'TKN', decimals: 18 },
}
const { signal } = new AbortController()
const noToken = nodeError('execution reverted', 3)
const inspect = (text: string, answers: object = { eth_getCode: '0x', eth_call: noToken }) =>
  inspectReceiver(fakeApi({ ...answers }), text, { connection, network, token }, signal)
const codesOf = async (text: string, answers?: object) =>
  (await inspect(text, answers)).issues.map(({ code, severity }) => `${severity} ${code}`)

describe('inspectReceiver', () => {
  it('accepts an account without code, and an account that delegates to a contract (EIP-7702)', async () => {
    expect(await inspect(you)).toEqual({ address: you, issues: [] })
    const delegated = { eth_getCode: `0xef0100${other.slice(2)}`, eth_call: word(18n) }
    expect(await inspect(you.toLowerCase(), delegated)).toEqual({ address: you, issues: [] })
  })

  it('refuses token contracts, and warns about other contracts', async () => {
    expect(await codesOf(you, { eth_getCode: '0x60', eth_call: word(18n) })).toEqual(['refuse tokenContract'])
    expect(await codesOf(you, { eth_getCode: '0x60', eth_call: noToken })).toEqual(['warn contract'])
    const invalid = nodeError('EVM error InvalidFEOpcode', -32003)
    expect(await codesOf(you, { eth_getCode: '0x60', eth_call: invalid })).toEqual(['warn contract'])
    expect(await codesOf(other)).toEqual(['refuse tokenContract']) // also if the node reports no code
  })

  it('refuses the zero address, and warns about an own account', async () => {
    expect(await codesOf(`0x${'0'.repeat(40)}`)).toEqual(['refuse zeroAddress'])
    expect(await codesOf(me)).toEqual(['warn ownAddress'])
  })

  it.each([
    ['an address with a typo', you.replace('C', 'c'), 'wrongChecksum'],
    ['an address with a typo, without 0x', you.replace('C', 'c').slice(2), 'wrongChecksum'],
    ['a Bitcoin address', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'wrongNetwork'],
    ['another text', 'hello', 'invalidAddress'],
  ])('refuses %s without asking the node', async (_, text, code) => {
    const api = fakeApi({})
    const { address, issues } = await inspectReceiver(api, text, { connection, network, token }, signal)
    expect([address, issues[0]?.code, issues[0]?.severity]).toEqual([undefined, code, 'refuse'])
    expect(api.requestedMethods).toEqual([])
  })

  it.each([
    [-32005, 'limit exceeded'],
    [429, 'limit exceeded'],
    [-32000, 'header not found'],
    [-32603, 'Internal error'],
  ])(
    'rejects if the node does not execute the call (%i, %s), as the contract may be a token',
    async (status, message) => {
      const answers = { eth_getCode: '0x60', eth_call: nodeError(message, status) }
      await expect(inspect(you, answers)).rejects.toMatchObject({ code: 'RPC_ERROR', status })
    },
  )

  it('rejects if the node does not return the code', async () => {
    await expect(inspect(you, { eth_call: noToken, eth_getCode: nodeError('busy', -32603) })).rejects.toThrow()
  })
})
