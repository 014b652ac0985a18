import type { ServiceApi, StandardSchema } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { createOnRampService } from './service.js'

interface Options {
  readonly schema: StandardSchema<unknown>
}

/** Service of a provider whose every reply is this one. Rejects if the schema does not accept it. */
function serviceWith(reply: unknown) {
  const answer = async ({ schema }: Options): Promise<unknown> => {
    const result = await schema['~standard'].validate(reply)
    if (result.issues) throw new Error(result.issues[0]?.message)
    return result.value
  }
  const api = {
    get: (_: string, options: Options) => answer(options),
    post: (_: string, __: unknown, options: Options) => answer(options),
  }
  return createOnRampService(api as unknown as ServiceApi, 'meld')
}

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
  type Checkout = Parameters<ReturnType<typeof serviceWith>['checkout']>[0]
  const request = {
    ...{ id: 'p1', account: '0x1', token: { id: 'ETH', network: 'ethereum' }, quote: { id: 'q1' } },
    payment: { currency: 'USD', amount: 5n, decimals: 0 },
  } as unknown as Checkout
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
