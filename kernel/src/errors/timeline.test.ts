// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { addEntry, addRequestEntry, describePayload, redactUrl } from './timeline.js'

const notes = () =>
  performance
    .getEntriesByType('measure')
    .map((entry) => [entry.name, Object(entry.toJSON()).detail])
    .filter(([name]) => String(name).startsWith('wallet-modal '))
afterEach(() => performance.clearMeasures())

it.each([
  ['https://rpc.example/v1/?chainId=eip155:1&projectId=abc', 'https://rpc.example/v1/?chainId=eip155:1&projectId=…'],
  ['https://node.example/v3/0123456789abcdef0123456789abcdef', 'https://node.example/v3/012345…'],
  ['https://api.example/x?signature=0x1&apiKey=k&page=2', 'https://api.example/x?signature=…&apiKey=…&page=2'],
  ['https://user:pass@api.example/x', 'https://api.example/x'],
  ['nonsense', '…'],
])('of the URL %s, the timeline contains %s', (url, shown) => expect(redactUrl(url)).toBe(shown))

it('a request is recorded with its methods, never with its body', () => {
  const body = JSON.stringify([
    { method: 'eth_call', params: ['secret'] },
    { method: 'eth_call' },
    { method: 'eth_chainId' },
  ])
  addRequestEntry('https://rpc.example/', { method: 'POST', body }, { from: performance.now(), outcome: 'answered' })
  expect(notes()).toEqual([['wallet-modal request https://rpc.example/', 'POST · answered · eth_call, eth_chainId']])
})

it('payloads become texts, including values that JSON does not support', () => {
  expect(describePayload({ amount: 10n })).toBe('{"amount":"10"}')
  expect(describePayload(undefined)).toBe('')
  const round: { self?: unknown } = {}
  round.self = round
  expect(describePayload(round)).toMatch(/circular/i)
})

it('long details are truncated', () => {
  addEntry('event', 'x', { detail: 'y'.repeat(5000) })
  expect(notes()[0]?.[1]).toHaveLength(2000)
})
