import { describe, expect, it } from 'vitest'
import { type ChainEvent, eventsByExtrinsic, extrinsicResultOf } from './extrinsic-events.js'

const event = (name: string, ...data: readonly unknown[]): ChainEvent => ({ name, data })
const [OK, ERR] = [
  { isOk: true, isErr: false },
  { isOk: false, isErr: true },
]
const SUCCESS = event('system.ExtrinsicSuccess', {})
const ITEM = event('utility.ItemCompleted')
const ITEM_FAILED = event('utility.ItemFailed', {})
const COMPLETED = event('utility.BatchCompleted')
const WITH_ERRORS = event('utility.BatchCompletedWithErrors')
const interruptedAt = (index: bigint) => event('utility.BatchInterrupted', { toBigInt: () => index }, {})
const proxied = (result: object) => event('proxy.ProxyExecuted', result)

describe('the result of an extrinsic', () => {
  it.each<[string, string, readonly ChainEvent[]]>([
    ['confirmed', 'it is a single call', [SUCCESS]],
    ['confirmed', 'its proxy call is executed', [proxied(OK), SUCCESS]],
    ['confirmed', 'its batch is completed', [ITEM, COMPLETED, SUCCESS]],
    ['failed', 'it fails', [event('system.ExtrinsicFailed', {})]],
    ['failed', 'its proxy call fails', [proxied(ERR), SUCCESS]],
    ['failed', 'its proxied batch fails as a whole', [ITEM, proxied(ERR), SUCCESS]],
    ['failed', 'its multisig call fails', [event('multisig.MultisigExecuted', {}, {}, {}, {}, ERR), SUCCESS]],
    ['failed', 'its batch stops at the first call', [interruptedAt(0n), SUCCESS]],
    ['failed', 'every call of its `force_batch` fails', [ITEM_FAILED, ITEM_FAILED, WITH_ERRORS, SUCCESS]],
    [
      'partlyFailed',
      'every call of a `force_batch` in its batch fails',
      [ITEM_FAILED, WITH_ERRORS, ITEM, COMPLETED, SUCCESS],
    ],
    ['partlyFailed', 'its batch stops at the second call', [ITEM, interruptedAt(1n), SUCCESS]],
    [
      'partlyFailed',
      'its batch stops at a later call, on a chain without `ItemCompleted`',
      [interruptedAt(1n), SUCCESS],
    ],
    ['partlyFailed', 'its proxied batch stops at the second call', [ITEM, interruptedAt(1n), proxied(OK), SUCCESS]],
    ['partlyFailed', 'a call of its `force_batch` fails', [ITEM, ITEM_FAILED, WITH_ERRORS, SUCCESS]],
    ['partlyFailed', 'a proxy call in its batch fails', [ITEM, proxied(ERR), ITEM, COMPLETED, SUCCESS]],
    ['partlyFailed', 'the last proxy call in a batch of two fails', [proxied(OK), proxied(ERR), COMPLETED, SUCCESS]],
    ['partlyFailed', 'a proxied proxy call fails', [proxied(ERR), proxied(OK), SUCCESS]],
    [
      'partlyFailed',
      'a proxy call at the end of its `force_batch` fails',
      [ITEM_FAILED, ITEM, proxied(ERR), ITEM, WITH_ERRORS, SUCCESS],
    ],
    ['unknown', 'its events are missing', []],
    ['unknown', 'its events contain no result', [proxied(OK)]],
  ])('is %s if %s', (result, _, events) => {
    expect(extrinsicResultOf(events)).toBe(result)
  })
})

it('events of a block are grouped by their extrinsic; events of no extrinsic are ignored', () => {
  const record = (phase: object, method: string) => ({ phase, event: { section: 'system', method, data: [] } })
  const of = (index: number) => ({ isApplyExtrinsic: true, asApplyExtrinsic: index })
  const records = [record(of(1), 'A'), record({ isInitialization: true }, 'B'), record(of(0), 'C'), record(of(1), 'D')]
  expect([...eventsByExtrinsic(records)]).toEqual([
    [1, [event('system.A'), event('system.D')]],
    [0, [event('system.C')]],
  ])
  expect(eventsByExtrinsic(null).size).toBe(0)
})
