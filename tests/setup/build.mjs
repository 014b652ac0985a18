import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { guard, must, step } from './steps.mjs'
import { repository, workspaces } from './workspaces.mjs'

/**
 * The compiler for builds and type checks: TypeScript 7, which takes a fifth of the time of TypeScript 6. TypeScript 6 stays installed as
 * `typescript` for tools that use its JavaScript API, which 7.0 lacks.
 */
export const compiler = 'typescript-7.0/bin/tsc'

/**
 * Compiles every package into its `dist`, copies the licence, and runs the package's own `build-assets.mjs`, if there is one.
 */
export async function build() {
  for (const { folder } of workspaces()) copyFileSync(join(repository, 'LICENSE'), join(repository, folder, 'LICENSE'))
  await step('Compiling (tsc -b)', () =>
    must('Compiling', process.execPath, [join(repository, 'node_modules', compiler), '-b']),
  )
  for (const { folder, manifest } of workspaces()) {
    const script = join(repository, folder, 'build-assets.mjs')
    if (!existsSync(script)) continue
    await step(`Adding the assets of ${manifest.name}`, () =>
      must('Adding assets', process.execPath, [script], { cwd: join(repository, folder) }),
    )
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await guard(build)
