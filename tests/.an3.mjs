import { build } from 'vite'
import { transform } from 'esbuild'
import { gzipSync } from 'node:zlib'
const r = await build({ root: 'tests/size/page', configFile: false, logLevel: 'error', build: { write: false, minify: false, rollupOptions: { external: [/^react/] } } })
const c = r.output.find(o => o.type === 'chunk' && o.isEntry)
const by = Object.fromEntries(r.output.filter(o => o.type==='chunk').map(o => [o.fileName, o]))
const seen = new Set(); const go = f => { if (!by[f] || seen.has(f)) return; seen.add(f); by[f].imports.forEach(go) }; go(c.fileName)
const parts = []
for (const f of seen) for (const [m, { code }] of Object.entries(by[f].modules)) if (code) parts.push([m.replace(/.*node_modules\//,'nm/').replace(/.*main\//,''), (await transform(code, { minify: true, format: 'esm' })).code])
const gz = s => gzipSync(s, {level:9}).length
const all = parts.map(p => p[1]).join('')
console.log('all', all.length, gz(all))
console.log(parts.map(([m, code], i) => [gz(all) - gz(parts.filter((_, j) => j !== i).map(p => p[1]).join('')), code.length, m]).sort((a, b) => b[0] - a[0]).map(x => x.join('\t')).join('\n'))
