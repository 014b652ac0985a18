import { cpSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { templateIds } from '../assets.js'
import { createFolder, type Folder } from '../fixtures/folder.js'
import { runInside } from '../fixtures/in-process.js'

const templates = await templateIds()
const numRuns = process.env.WALLET_MODAL_LONG ? 8 : 2

/** Plugins and options of a site, which determine all of its files. */
interface Final {
  readonly plugins: ReadonlySet<string>
  readonly theme: string
  readonly projectId: string
}
const start: Final = { plugins: new Set(), theme: '', projectId: '' }

type Step = readonly ['add' | 'remove' | 'theme' | 'projectId', string]

const names = ['solana', 'walletconnect', 'safe', 'devtools']
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constantFrom('add', 'remove'), fc.constantFrom(...names)),
  fc.tuple(fc.constant('theme' as const), fc.constantFrom('dark', 'light', '')),
  fc.tuple(fc.constant('projectId' as const), fc.constantFrom('abc', 'def', '')),
)

/** Adds plugins in random order, with random steps in between. */
const sequence: fc.Arbitrary<readonly Step[]> = fc
  .tuple(fc.shuffledSubarray(names, { minLength: 3 }), fc.array(step, { minLength: 1, maxLength: 4 }))
  .map(([coming, between]) => {
    const adds = coming.map((name): Step => ['add', name])
    return [...adds.slice(0, 2), ...between, ...adds.slice(2)]
  })

const wordsOf = ([kind, value]: Step): readonly string[] =>
  kind === 'theme'
    ? ['set', `theme=${value}`]
    : kind === 'projectId'
      ? ['set', `walletconnect.projectId=${value}`]
      : [kind, value]

/** State after a step; `undefined` if the step must be refused. */
function after(now: Final, [kind, value]: Step): Final | undefined {
  const plugins = new Set(now.plugins)
  if (kind === 'theme') return { ...now, theme: value }
  if (kind === 'projectId') return plugins.has('walletconnect') ? { ...now, projectId: value } : undefined
  if (kind === 'add') return { ...now, plugins: plugins.add(value) }
  if (!plugins.delete(value)) return undefined
  return { ...now, plugins, projectId: value === 'walletconnect' ? '' : now.projectId }
}

const run = async (folder: string, words: readonly string[]): Promise<number> =>
  (await runInside(folder, [...words, '--yes', '--no-install', '--json'])).exitCode

function copyOf(folder: string): Folder {
  const copy = createFolder()
  cpSync(folder, copy.path, { recursive: true })
  return copy
}

/** Reaches a state with the fewest commands. Adds the plugins in alphabetical order. */
async function goStraight(folder: string, { plugins, theme, projectId }: Final): Promise<void> {
  if (plugins.size > 0) await run(folder, ['add', ...[...plugins].sort()])
  if (theme !== '') await run(folder, ['set', `theme=${theme}`])
  if (projectId !== '') await run(folder, ['set', `walletconnect.projectId=${projectId}`])
}

describe.each(templates)('N3 a site of the template %s', (template) => {
  const title = 'depends only on its final plugins and options, and can be restored exactly'
  it(title, { timeout: 300_000 }, async () => {
    using work = createFolder()
    await run(work.path, ['create', 'made', '--template', template, '--no-sandbox'])
    const made = join(work.path, 'made')
    using copy = copyOf(made)
    const untouched = copy.snapshot()
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        using wandered = copyOf(made)
        using direct = copyOf(made)
        let now = start
        for (const one of steps) {
          const next = after(now, one)
          const before = next ? undefined : wandered.snapshot()
          const code = await run(wandered.path, wordsOf(one))
          if (next) expect([one, code]).toEqual([one, 0])
          else expect(wandered.snapshot()).toEqual(before)
          now = next ?? now
        }
        await goStraight(direct.path, now)
        expect(wandered.snapshot()).toEqual(direct.snapshot())
        if (now.theme !== '') await run(wandered.path, ['set', 'theme='])
        if (now.plugins.size > 0) await run(wandered.path, ['remove', ...now.plugins])
        expect(wandered.snapshot()).toEqual(untouched)
      }),
      { numRuns },
    )
  })
})
