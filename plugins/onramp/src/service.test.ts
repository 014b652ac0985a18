import { createFakeNetwork, createFakeService } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import { createOnRampService } from './service.js'

/** Service of a provider whose every reply is this one. Rejects if the schema does not accept it. */
const serviceWith = (reply: unknown) =>
  createOnRampService(
    createFakeService(() => reply),
    'meld',
  )

const { signal } = new AbortController()

describe('the status of a purchase', () => {
  const statusOf = (reply: unknown) =>
    serviceWith(reply).status({ id: 'p1', network: 'eip155:1', account: '0x1' }, signal)
  const listed = (status: unknown, id = 'p1') => ({ data: [{ id, metadata: { status } }] })

  it.each([
    ['completed', 'confirmed'],
    ['completed', 'ONRAMP_TRANSACTION_STATUS_SUCCESS'],
    ['failed', 'failed'],
    ['failed', 'ONRAMP_TRANSACTION_STATUS_FAILED'],
    ['pending', 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS'],
    ['pending', undefined],
    ['pending', 'constructor'],
    ['pending', '__proto__'],
  ])('is %s for the status %s of the service', async (status, reported) => {
    expect(await statusOf(listed(reported))).toBe(status)
  })

  it('is pending if the list contains only other purchases, and unreadable without a list', async () => {
    expect(await statusOf(listed('confirmed', 'p2'))).toBe('pending')
    expect(await statusOf({ data: [null] })).toBe('pending')
    await expect(statusOf({})).rejects.toThrow('"data"')
  })
})

describe('the URL of a checkout', () => {
  const payment = { currency: 'USD', amount: 5n, decimals: 0 }
  const request = {
    ...{ id: 'p1', account: '0x1', network: createFakeNetwork('eip155:1'), payment, paymentMethod: 'card' },
    token: { id: 'ETH', name: 'Ether', symbol: 'ETH', network: 'ethereum' },
    quote: { id: 'q1', total: payment, subtotal: payment, purchase: { currency: 'ETH', amount: 1n, decimals: 18 } },
  }
  const urlOf = (url: unknown) => serviceWith({ url }).checkout(request, signal)

  it('is an HTTP URL', async () => {
    expect(await urlOf('https://example.org/pay')).toBe('https://example.org/pay')
  })

  it.each(['javascript:alert(1)//https://', 'data:text/html,x', ' https://example.org', '', 7, undefined])(
    'is never %o',
    async (url) => {
      await expect(urlOf(url)).rejects.toThrow('"url"')
    },
  )
})
