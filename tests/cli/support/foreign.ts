import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../../e2e/support/framework-server.js'
import { type ServedSite, serveSite } from '../../e2e/support/serve.js'
import { npmEnv } from '../../registry/npm.mjs'
import type { Registry } from '../../registry/registry.mjs'
import { freePort } from '../../setup/ports.mjs'
import { must } from '../../setup/steps.mjs'
import { type Project, writeFiles } from './projects.js'

/** One step of the instructions that `init --json` prints. */
export interface MountStep {
  readonly file: string
  readonly where: 'new' | 'imports' | 'markup' | 'settings'
  readonly code: string
}

/** Environment for every program that runs in a project: without telemetry, update checks and prompts. */
export const quiet = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  CI: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NO_UPDATE_NOTIFIER: '1',
})

/** Creates the site of a project in `home`, without the modal, and installs its packages. Returns the folder of the site. */
export async function scaffold(project: Project, home: string, registry: Registry): Promise<string> {
  const folder = join(home, 'site')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  const env = quiet(registry.env)
  if (project.scaffolder) {
    const { package: name, args } = project.scaffolder
    await must(project.id, 'npm', ['exec', '--yes', `--package=${name}`, '--', binOf(name), ...args], {
      cwd: home,
      env,
    })
  }
  writeFiles(folder, project.files ?? {})
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline']
  if (existsSync(join(folder, 'package.json')))
    await must(`Installing ${project.id}`, 'npm', install, { cwd: folder, env })
  if (project.settles)
    for (const words of [
      ['install', 'preact@11.2.0'],
      ['uninstall', 'preact'],
    ])
      await must(`Settling ${project.id}`, 'npm', [...words, '--no-audit', '--no-fund'], { cwd: folder, env })
  return folder
}

const binOf = (name: string): string => name.slice(0, name.lastIndexOf('@'))

/** Follows the printed instructions: inserts each piece of code where its step says. */
export function mount(folder: string, steps: readonly MountStep[], { before }: Project): void {
  for (const { file, where, code } of steps) {
    if (where === 'new') writeFiles(folder, { [file]: `${code}\n` })
    else
      edit(join(folder, file), (text) =>
        where === 'imports'
          ? withImport(file, text, code)
          : insertBefore(text, where === 'settings' ? 'plugins:' : before, code),
      )
  }
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

const withImport = (_file: string, text: string, code: string): string => `${code}\n${text}`

function insertBefore(text: string, anchor: string, code: string): string {
  if (!text.includes(anchor)) throw new Error(`The project has no ${anchor} to insert the button before:\n${text}`)
  return text.replace(anchor, () => `${code}\n${anchor}`)
}

/** Builds a project with its own script. */
export async function build(folder: string, { build: command, id }: Project): Promise<void> {
  const [program, ...args] = command ?? []
  if (program) await must(`Building ${id}`, program, args, { cwd: folder, env: quiet(npmEnv()) })
}

/** Removes development dependencies: a production server installs the site without them. */
export const omitDevelopment = (folder: string, registry: Registry): Promise<string> =>
  must('Installing without development dependencies', 'npm', ['install', '--omit=dev', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: quiet(registry.env),
  })

/** Serves a built project on loopback, with its own server or as static files. */
export async function show(folder: string, { served }: Project): Promise<ServedSite> {
  if ('folder' in served)
    return serveSite({ directory: join(folder, served.folder), services: [], policy: () => undefined })
  const port = await freePort()
  const args = served.server.map((word) => word.replace('{port}', String(port)))
  return startServer({ folder, args, port, env: { ...quiet(npmEnv()), ...served.env?.(port), NODE_ENV: 'production' } })
}
