import { expect, test } from 'vitest'
import { Scope } from './scope.js'

const create = () => {
  const errors: unknown[] = []
  return { errors, scope: new Scope((error) => errors.push(error)), done: [] as string[] }
}

test('cleanups run in reverse order, and an error in one cleanup does not stop the others', async () => {
  const { scope, errors, done } = create()
  scope.add(() => done.push('first'))
  scope.add(() => {
    throw new Error('broken')
  })
  scope.add(async () => {
    throw new Error('broken later')
  })
  scope.add(() => done.push('last'))
  scope.dispose()
  await Promise.resolve()
  expect(done).toEqual(['last', 'first'])
  expect(errors.map(String)).toEqual(['Error: broken', 'Error: broken later'])
})

test('disposing twice runs cleanups once', () => {
  const { scope, done } = create()
  scope.add(() => done.push('once'))
  scope.dispose()
  scope.dispose()
  expect(done).toEqual(['once'])
})

test('a cleanup that is added after disposal runs immediately', () => {
  const { scope, done } = create()
  scope.dispose()
  scope.add(() => done.push('late'))
  expect(done).toEqual(['late'])
})

test('a cleanup that was run early is not run again', () => {
  const { scope, done } = create()
  const undo = scope.add(() => done.push('early'))
  undo()
  undo()
  scope.dispose()
  expect(done).toEqual(['early'])
})

test('the same function added twice is called twice', () => {
  const { scope, done } = create()
  const step = (): unknown => done.push('step')
  scope.add(step)
  scope.add(step)
  scope.dispose()
  expect(done).toEqual(['step', 'step'])
})

test('the signal is aborted before cleanups run', () => {
  const { scope } = create()
  let aborted: boolean | undefined
  scope.add(() => {
    aborted = scope.signal.aborted
  })
  scope.dispose()
  expect(aborted).toBe(true)
})
