import { zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { statusReply } from './status-reply.js'

const usdc = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
const dai = '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'
const receiving = { txHash: '0x12', chainId: 10, amount: '97', token: { address: usdc.toLowerCase(), chainId: 10 } }

const read = async (reply: unknown, receive = `eip155:10/erc20:${usdc}`) => {
  const result = await statusReply(receive)['~standard'].validate(reply)
  if (result.issues) throw new TypeError('refused')
  return result.value
}

describe('the status of a swap to another network', () => {
  it.each([
    ['pending', { status: 'NOT_FOUND' }],
    ['pending', { status: 'INVALID' }],
    ['pending', { status: 'PENDING', substatus: 'WAIT_DESTINATION_TRANSACTION', receiving: { chainId: 10 } }],
    ['pending', { status: 'PENDING', substatus: 'REFUND_IN_PROGRESS', receiving: { chainId: 10 } }],
    ['pending', { message: 'Transaction hash not found', code: 1003 }],
    ['arrived', { status: 'DONE', substatus: 'COMPLETED', receiving }],
    ['otherToken', { status: 'DONE', substatus: 'PARTIAL', receiving }],
    ['otherToken', { status: 'DONE', substatus: 'COMPLETED', receiving: { ...receiving, token: { address: dai } } }],
    ['otherToken', { status: 'DONE', substatus: 'COMPLETED', receiving: { ...receiving, chainId: 1 } }],
    ['refunded', { status: 'DONE', substatus: 'REFUNDED', receiving: { chainId: 10 } }],
    ['failed', { status: 'FAILED', substatus: 'OUT_OF_GAS' }],
  ])('is "%s" for %j', async (outcome, reply) => {
    expect(await read(reply)).toBe(outcome)
  })

  it.each([
    ['arrived', zeroAddress, 10],
    ['otherToken', usdc, 10],
    ['otherToken', zeroAddress, 1],
  ])('for the coin of the destination network is "%s" if %s arrives on chain %d', async (outcome, address, chainId) => {
    const reply = { status: 'DONE', substatus: 'COMPLETED', receiving: { chainId, token: { address, chainId } } }
    expect(await read(reply, 'eip155:10/slip44:60')).toBe(outcome)
  })

  it.each([{ status: 'FINE' }, {}, null, 'DONE'])('is rejected for %j', async (reply) => {
    await expect(read(reply)).rejects.toThrow(TypeError)
  })
})
