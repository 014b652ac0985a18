import { build } from 'vite'
import { gzipSync } from 'node:zlib'
const r = await build({ root: 'tests/size/page', configFile: false, logLevel: 'error', build: { write: false, rollupOptions: { external: [/^react/] } } })
const c = r.output.find(o => o.type === 'chunk' && o.isEntry)
const by = Object.fromEntries(r.output.filter(o => o.type==='chunk').map(o => [o.fileName, o]))
const seen = new Set(); const go = f => { if (!by[f] || seen.has(f)) return; seen.add(f); by[f].imports.forEach(go) }; go(c.fileName)
let t = 0; for (const f of seen) { const z = gzipSync(by[f].code, {level:9}).length; t += z; console.log(f, by[f].code.length, z) }
console.log('eager without react', t)
import fs from 'node:fs'; fs.writeFileSync('/tmp/wm/eager.js', c.code)
