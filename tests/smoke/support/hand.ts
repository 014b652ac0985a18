import type { Key, Point, Visit } from './driver.js'
import type { Target } from './probe.page.js'
import { until } from './until.js'

/** Point at which a click hits the target, once the target has stopped moving. */
async function aim(visit: Visit, target: Target): Promise<Point> {
  let last: Point | string = ''
  const look = async (): Promise<Point | undefined> => {
    const before = last
    last = await visit.evaluate((wanted) => window.probe.aim(wanted), target)
    if (typeof last === 'string' || typeof before === 'string') return undefined
    return last.x === before.x && last.y === before.y ? last : undefined
  }
  try {
    return await until(`a button "${target.name}"`, look)
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message : error} ${typeof last === 'string' ? last : 'The target still moves.'}`,
    )
  }
}

/** Clicks the button with this name, or else the only button whose name contains it. */
export async function click(visit: Visit, name: string, more: Omit<Target, 'name'> = {}): Promise<void> {
  await visit.click(await aim(visit, { name, ...more }))
}

/** Waits until the modal shows a text. */
export async function see(visit: Visit, text: string | RegExp): Promise<void> {
  await until(`the modal to show ${text}`, async () => {
    const shown = await visit.evaluate(() => window.probe.text(), null)
    return typeof text === 'string' ? shown.includes(text) : text.test(shown)
  })
}

/** Waits until the modal is closed. */
export async function untilClosed(visit: Visit): Promise<void> {
  await until('the modal to close', () => visit.evaluate(() => window.probe.dialog() === null, null))
}

/** Returns the focused element's name, and whether it is in the modal. */
export const focusedElement = (visit: Visit): Promise<{ name: string; inside: boolean }> =>
  visit.evaluate(() => window.probe.focus(), null)

/** Presses a key several times. Resolves with the name of the focused element after each press. */
export async function walk(visit: Visit, key: Key, times: number): Promise<readonly string[]> {
  const names: string[] = []
  for (let time = 0; time < times; time++) {
    await visit.press(key)
    const { name, inside } = await focusedElement(visit)
    names.push(inside ? name : `outside: ${name}`)
  }
  return names
}
