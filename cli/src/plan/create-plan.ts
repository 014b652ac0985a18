import { CliError } from '../errors.js'
import { type FirstParty, kernelName } from './first-party.js'
import { generate, generatedFile } from './generate.js'
import { byKey } from './json.js'
import { stringLiteral } from './literal.js'
import { type PackageManager, runScript } from './package-manager.js'
import { toPackageName } from './package-name.js'
import type { PluginPackage } from './plugin-manifest.js'
import { render, type TemplateData } from './render.js'
import { type ResolvedSite, resolveSite, sandboxUrl } from './resolve.js'
import { type SiteManifest, siteManifestFile, toSiteManifestText } from './site-manifest.js'
import type { Template } from './template.js'
import { createTree, type VirtualTree } from './virtual-tree.js'

/** What `create` will do: shown first, then carried out. */
export interface CreatePlan {
  readonly site: SiteManifest
  readonly template: Template
  readonly packageManager: PackageManager
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  /** As the first-party list resolves it. */
  readonly resolved: ResolvedSite
  /** Every file, the generated one included. */
  readonly files: VirtualTree
}

export interface CreateInput {
  readonly site: SiteManifest
  readonly template: Template
  readonly packageManager: PackageManager
  readonly list: FirstParty
  /** The folder's name: the source of the package's name. */
  readonly folder: string
}

/** Plans a new site from the first-party list alone: nothing has to be installed, nothing is read or written. */
export function planCreate({ site, template, packageManager, list, folder }: CreateInput): CreatePlan {
  const resolved = resolveSite(site, { plugins: list.plugins, known: list.plugins, kernelVersion: list.kernel.version })
  const { dependencies, devDependencies } = collectDependencies(resolved, template, list)
  const data = templateData({ resolved, template, packageManager, dependencies, devDependencies, folder })
  const rendered = template.spec.files
    .filter((file) => file.packageManager === undefined || file.packageManager === packageManager)
    .map(({ from, to }): [string, string] => [to, renderFile(template, from, data)])
  const files = createTree([
    ...rendered,
    [siteManifestFile, toSiteManifestText(site)],
    [generatedFile, generate(resolved)],
  ])
  return { site, template, packageManager, dependencies, devDependencies, resolved, files }
}

function renderFile(template: Template, from: string, data: TemplateData): string {
  const source = template.sources.get(from)
  if (source === undefined) throw new CliError('INTERNAL', `The template "${template.id}" has no file "${from}".`)
  return from.endsWith('.hbs') ? render(source, data) : source
}

type Versions = Readonly<Record<string, string>>

/** Plugins for development, their engines and this CLI are development dependencies; all versions are exact. */
function collectDependencies(
  resolved: ResolvedSite,
  template: Template,
  list: FirstParty,
): { dependencies: Versions; devDependencies: Versions } {
  const plugins = resolved.plugins.map(({ plugin }) => plugin)
  const lasting = plugins.filter(({ manifest }) => !manifest.developmentOnly)
  const passing = plugins.filter(({ manifest }) => manifest.developmentOnly)
  return {
    dependencies: sorted({ ...template.spec.dependencies, [kernelName]: list.kernel.version, ...versions(lasting) }),
    devDependencies: sorted({
      ...template.spec.devDependencies,
      'create-wallet-modal': list.version,
      ...versions(passing),
      ...(passing.length > 0 ? engines(plugins) : {}),
    }),
  }
}

const versions = (plugins: readonly PluginPackage[]): Versions =>
  Object.fromEntries(plugins.map(({ name, version }) => [name, version]))

const engines = (plugins: readonly PluginPackage[]): Versions =>
  Object.fromEntries(
    plugins.flatMap(({ manifest: { sandboxEngine } }) =>
      sandboxEngine.map((engine) => [engine.package, engine.version]),
    ),
  )

const sorted = (entries: Versions): Versions => Object.fromEntries(Object.entries(entries).sort(byKey))

interface DataInput {
  readonly resolved: ResolvedSite
  readonly template: Template
  readonly packageManager: PackageManager
  readonly dependencies: Versions
  readonly devDependencies: Versions
  readonly folder: string
}

function templateData(input: DataInput): TemplateData {
  const { resolved, template, packageManager, dependencies, devDependencies, folder } = input
  const { scripts, texts } = template.spec
  const { site, plugins } = resolved
  const sandbox = plugins.find(({ plugin }) => plugin.manifest.developmentOnly)
  const locale = site.locale ?? 'en'
  return {
    ...texts,
    title: site.metadata.name,
    titleLiteral: stringLiteral(site.metadata.name),
    scripts: Object.entries(scripts).map(([name, command]) => ({ name, command: JSON.stringify(command) })),
    yarn: packageManager === 'yarn',
    packageName: toPackageName(folder),
    locale,
    direction: /^(?:ar|dv|fa|he|ps|sd|ug|ur|yi)\b/.test(locale) ? 'rtl' : 'ltr',
    dependencies: rows(dependencies),
    devDependencies: rows(devDependencies),
    plugins: plugins.map(({ plugin }) => ({
      name: plugin.name,
      title: plugin.manifest.title,
      description: plugin.manifest.description,
    })),
    sandbox: sandbox !== undefined,
    sandboxUrl: (sandbox && sandboxUrl(sandbox)) ?? '',
    runDev: runScript(packageManager, 'dev'),
    runBuild: runScript(packageManager, 'build'),
    runTest: runScript(packageManager, 'test'),
    runLint: runScript(packageManager, 'lint'),
    runDoctor: runScript(packageManager, 'doctor'),
    install: `${packageManager} install`,
  }
}

const rows = (entries: Versions): readonly TemplateData[] =>
  Object.entries(entries).map(([name, version]) => ({ name, version }))
