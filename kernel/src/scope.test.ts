import { expect, test } from 'vitest'
import { Scope } from './scope.js'

const create = () => {
  const errors: unknown[] = []
  return { errors, scope: new Scope((error) => errors.push(error)), done: [] as string[] }
}

test('what was done last is undone first, and a step that throws stops none', async () => {
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

test('disposing twice undoes once', () => {
  const { scope, done } = create()
  scope.add(() => done.push('once'))
  scope.dispose()
  scope.dispose()
  expect(done).toEqual(['once'])
})

test('what is added after disposal is undone at once', () => {
  const { scope, done } = create()
  scope.dispose()
  scope.add(() => done.push('late'))
  expect(done).toEqual(['late'])
})

test('what was undone before its time is forgotten', () => {
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

test('the signal is aborted before anything is undone', () => {
  const { scope } = create()
  let aborted: boolean | undefined
  scope.add(() => {
    aborted = scope.signal.aborted
  })
  scope.dispose()
  expect(aborted).toBe(true)
})
