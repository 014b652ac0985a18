import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** How a built project is served: as static files, or by its own server. */
export type Served =
  | { readonly folder: string }
  | { readonly server: readonly string[]; readonly env?: (port: number) => Record<string, string> }

/** A project that `create-wallet-modal` did not create, and the commands that build and serve it. */
export interface Project {
  readonly id: string
  /** Whether it runs in `npm test` too, and not only in `npm run test:long`. */
  readonly everyTime: boolean
  /** The scaffolder and its arguments. Without it, `files` are the whole project. */
  readonly scaffolder?: { readonly package: string; readonly args: readonly string[] }
  readonly files?: Readonly<Record<string, string>>
  /** Expected result of the command line's detection. */
  readonly found: { readonly framework: string; readonly typescript: boolean; readonly sourceFolder: string }
  /** A text in the page. The code of the `markup` step is inserted before this text. */
  readonly before: string
  readonly build?: readonly string[]
  readonly served: Served
  /**
   * Whether the next installation of any package changes other parts of npm's lockfile too. If so, `scaffold` installs and uninstalls a package
   * before the test compares files.
   */
  readonly settles?: boolean
  /** Whether the built site is served after `npm install --omit=dev`. */
  readonly omitsDevelopment?: boolean
  /** Whether the test also runs `dev` in it, with the sandbox. */
  readonly dev?: boolean
}

const vite = (template: string, more: Pick<Project, 'found' | 'before'>, everyTime = false): Project => ({
  id: `create-vite ${template}`,
  everyTime,
  scaffolder: { package: 'create-vite@9.3.0', args: ['site', '--template', template, '--no-interactive'] },
  build: ['npm', 'run', 'build'],
  served: { folder: 'dist' },
  ...more,
})

const inSource = (framework: string, typescript: boolean) => ({ framework, typescript, sourceFolder: 'src' })

const next = (id: string, flags: readonly string[], more: Pick<Project, 'found' | 'before'>): Project => ({
  id: `create-next-app ${id}`,
  everyTime: false,
  scaffolder: {
    package: 'create-next-app@16.4.3',
    args: [
      'site',
      ...['--app', '--empty', '--no-tailwind', '--no-eslint', '--skip-install', '--disable-git', '--use-npm', '--yes'],
      ...flags,
    ],
  },
  build: ['npm', 'run', 'build'],
  served: { server: ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1', '--port', '{port}'] },
  ...more,
})

const kit = (types: 'ts' | 'jsdoc'): Project => ({
  id: `sv create, ${types}`,
  everyTime: false,
  scaffolder: {
    package: 'sv@0.17.1',
    args: ['create', 'site', '--template', 'minimal', '--types', types, '--no-add-ons', '--no-install'],
  },
  found: { framework: 'sveltekit', typescript: types === 'ts', sourceFolder: 'src/lib' },
  before: '<h1>',
  build: ['npm', 'run', 'build'],
  served: { server: ['node_modules/vite/bin/vite.js', 'preview', '--host', '127.0.0.1', '--port', '{port}'] },
})

const manual = (json: object): string =>
  `${JSON.stringify({ name: 'site', private: true, type: 'module', ...json }, null, 2)}\n`

export const projects: readonly Project[] = [
  {
    id: 'plain HTML, without a package.json',
    everyTime: false,
    files: {
      'index.html':
        '<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8">\n    <title>Bakery</title>\n    <link rel="icon" href="data:,">\n    <link rel="stylesheet" href="style.css">\n  </head>\n  <body>\n    <h1>Bakery</h1>\n  </body>\n</html>\n',
      'style.css': 'body {\n  font-family: serif;\n}\n',
    },
    found: { framework: 'html', typescript: false, sourceFolder: '' },
    before: '</body>',
    served: { folder: '.' },
  },
  {
    id: 'plain HTML, with a package.json for its tools',
    everyTime: false,
    files: {
      'package.json': '{"name":"pages","scripts":{"format":"prettier ."},"devDependencies":{"prettier":"3.6.2"}}',
      'index.html':
        '<!doctype html><html lang="en"><head><title>One line</title><link rel="icon" href="data:,"></head><body><h1>Hi</h1></body></html>',
    },
    found: { framework: 'html', typescript: false, sourceFolder: '' },
    before: '</body>',
    dev: true,
    served: { folder: '.' },
  },
  vite('react-ts', { found: inSource('react', true), before: '<section id="center">' }, true),
  vite('react', { found: inSource('react', false), before: '<section id="center">' }),
  vite('vue', { found: inSource('vue', false), before: '<HelloWorld />' }),
  vite('vue-ts', { found: inSource('vue', true), before: '<HelloWorld />' }),
  vite('svelte', { found: inSource('svelte', false), before: '<section id="center">' }),
  vite('svelte-ts', { found: inSource('svelte', true), before: '<section id="center">' }),
  vite('vanilla', { found: inSource('vanilla', false), before: '<div id="app">' }),
  vite('vanilla-ts', { found: inSource('vanilla', true), before: '<div id="app">' }),
  next('ts', ['--ts', '--no-src-dir', '--import-alias', '@/*'], {
    found: { framework: 'next', typescript: true, sourceFolder: '' },
    before: '<div>Hello',
  }),
  next('js in src', ['--js', '--src-dir', '--import-alias', '@/*'], {
    found: { framework: 'next', typescript: false, sourceFolder: 'src' },
    before: '<div>Hello',
  }),
  kit('ts'),
  kit('jsdoc'),
  {
    id: 'react-router, with server rendering',
    everyTime: false,
    dev: true,
    omitsDevelopment: true,
    files: {
      'package.json': manual({
        scripts: { build: 'react-router build', dev: 'react-router dev' },
        dependencies: {
          '@react-router/node': '7.18.4',
          '@react-router/serve': '7.18.4',
          isbot: '^5.1.31',
          react: '^19.2.3',
          'react-dom': '^19.2.3',
          'react-router': '7.18.4',
        },
        devDependencies: {
          '@react-router/dev': '7.18.4',
          '@types/react': '^19.2.7',
          '@types/react-dom': '^19.2.3',
          typescript: '^5.9.2',
          vite: '^7.1.7',
        },
      }),
      '.gitignore': '.react-router\nbuild\nnode_modules\n',
      'react-router.config.ts': 'export default { ssr: true }\n',
      'vite.config.ts':
        "import { reactRouter } from '@react-router/dev/vite'\nimport { defineConfig } from 'vite'\n\nexport default defineConfig({\n  plugins: [reactRouter()],\n})\n",
      'tsconfig.json':
        '{\n  "include": ["app"],\n  "compilerOptions": { "jsx": "react-jsx", "module": "ES2022", "moduleResolution": "bundler", "strict": true, "target": "ES2022", "noEmit": true }\n}\n',
      'app/routes.ts':
        "import { index } from '@react-router/dev/routes'\n\nexport default [index('routes/home.tsx')]\n",
      'app/root.tsx': [
        "import { Links, Meta, Outlet, Scripts } from 'react-router'",
        '',
        'export default function Root() {',
        '  return (',
        '    <html lang="en">',
        '      <head>',
        '        <link rel="icon" href="data:," />',
        '        <Meta />',
        '        <Links />',
        '      </head>',
        '      <body>',
        '        <Outlet />',
        '        <Scripts />',
        '      </body>',
        '    </html>',
        '  )',
        '}',
        '',
      ].join('\n'),
      'app/routes/home.tsx':
        'export default function Home() {\n  return (\n    <main>\n      <h1>Hello</h1>\n    </main>\n  )\n}\n',
    },
    found: { framework: 'react-router', typescript: true, sourceFolder: 'app' },
    before: '<h1>',
    build: ['npm', 'run', 'build'],
    served: {
      server: ['node_modules/@react-router/serve/bin.js', 'build/server/index.js'],
      env: (port) => ({ PORT: String(port), HOST: '127.0.0.1' }),
    },
  },
  {
    id: 'nuxt, as its documentation describes a manual installation',
    everyTime: false,
    settles: true,
    files: {
      'package.json': manual({
        scripts: { build: 'nuxt build', dev: 'nuxt dev', postinstall: 'nuxt prepare' },
        dependencies: { nuxt: '4.4.5', vue: '^3.5.33', 'vue-router': '^5.0.6' },
      }),
      '.gitignore': '.nuxt\n.output\nnode_modules\n',
      'nuxt.config.ts':
        "export default defineNuxtConfig({\n  compatibilityDate: '2025-07-15',\n  telemetry: false,\n})\n",
      'tsconfig.json':
        '{\n  "files": [],\n  "references": [\n    { "path": "./.nuxt/tsconfig.app.json" },\n    { "path": "./.nuxt/tsconfig.server.json" }\n  ]\n}\n',
      'app/app.vue': '<template>\n  <div>\n    <h1>Hello</h1>\n  </div>\n</template>\n',
    },
    found: { framework: 'nuxt', typescript: true, sourceFolder: 'app' },
    before: '<h1>',
    build: ['npm', 'run', 'build'],
    served: {
      server: ['.output/server/index.mjs'],
      env: (port) => ({ NITRO_PORT: String(port), NITRO_HOST: '127.0.0.1' }),
    },
  },
  {
    id: 'astro, as its documentation describes a manual installation',
    everyTime: false,
    files: {
      'package.json': manual({
        scripts: { dev: 'astro dev', build: 'astro build', preview: 'astro preview' },
        dependencies: { astro: '5.18.2' },
      }),
      '.gitignore': 'dist/\n.astro/\nnode_modules/\n',
      'astro.config.mjs': "import { defineConfig } from 'astro/config'\n\nexport default defineConfig({})\n",
      'tsconfig.json': '{\n  "extends": "astro/tsconfigs/strict"\n}\n',
      'src/pages/index.astro':
        '---\nconst title = "Hello"\n---\n\n<html lang="en">\n  <head>\n    <meta charset="utf-8" />\n    <link rel="icon" href="data:," />\n    <title>{title}</title>\n  </head>\n  <body>\n    <h1>{title}</h1>\n  </body>\n</html>\n',
    },
    found: { framework: 'astro', typescript: true, sourceFolder: 'src' },
    before: '<h1>',
    build: ['npm', 'run', 'build'],
    served: { folder: 'dist' },
  },
]

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
