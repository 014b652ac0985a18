import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startRegistry } from '../../registry/registry.mjs'
import { cacheFolder } from '../../setup/cache.mjs'
import { must } from '../../setup/steps.mjs'

/** Port of the scaffolded site's sandbox. */
export const sandboxPort = 4799

/** Creates a site with `npm create wallet-modal` from a registry. Cached per state of the packages. */
export async function scaffoldSite(): Promise<string> {
  const home = cacheFolder('sites')
  const site = join(home, 'site')
  const stamp = join(home, 'made-of')
  const registry = await startRegistry()
  try {
    if (existsSync(stamp) && existsSync(join(site, 'node_modules')) && readFileSync(stamp, 'utf8') === registry.hash)
      return site
    rmSync(stamp, { force: true })
    rmSync(site, { recursive: true, force: true })
    const command = [
      'create',
      '--yes',
      'wallet-modal@latest',
      site,
      '--',
      '--yes',
      '--name',
      'Test Site',
      '--sandbox-url',
      `http://127.0.0.1:${sandboxPort}`,
    ]
    await must('Scaffolding the test site', 'npm', command, { cwd: home, env: registry.env })
    writeFileSync(stamp, registry.hash)
    return site
  } finally {
    await registry.stop()
  }
}

interface BuildPlan {
  readonly mode: 'development' | 'production'
  /** Changes `wallet-modal.json` like a manual edit; `sync` then regenerates the generated file. */
  readonly manifest: (manifest: Record<string, unknown>) => Record<string, unknown>
}

/** Builds the scaffolded site and restores its source files. Returns the folder to serve. */
export async function buildSite(site: string, { mode, manifest }: BuildPlan): Promise<string> {
  const file = join(site, 'wallet-modal.json')
  const before = [file, join(site, 'src/wallet-modal.generated.ts')].map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }))
  const out = `${site}-built-${mode}`
  try {
    writeFileSync(file, `${JSON.stringify(manifest(JSON.parse(readFileSync(file, 'utf8'))), null, 2)}\n`)
    await must(
      'wallet-modal sync',
      process.execPath,
      [join(site, 'node_modules/create-wallet-modal/dist/bin-site.js'), 'sync'],
      { cwd: site },
    )
    const vite = [
      join(site, 'node_modules/vite/bin/vite.js'),
      'build',
      '--mode',
      mode,
      '--outDir',
      out,
      '--emptyOutDir',
    ]
    await must('vite build', process.execPath, vite, { cwd: site, env: { ...process.env, NODE_ENV: mode } })
    return out
  } finally {
    for (const { path, text } of before) writeFileSync(path, text)
  }
}
