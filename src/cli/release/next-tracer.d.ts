/** The tracer that Next brings, with which it has found the files of its own routes. */
declare module 'next/dist/compiled/@vercel/nft/index.js' {
  interface Traced {
    /** Relative to `base`. */
    readonly fileList: ReadonlySet<string>;
    readonly esmFileList: ReadonlySet<string>;
  }
  interface TraceOptions {
    readonly base: string;
    readonly processCwd: string;
    /** Told each path, relative to `base`. */
    readonly ignore: (path: string) => boolean;
  }
  interface Tracer {
    nodeFileTrace(files: readonly string[], options: TraceOptions): Promise<Traced>;
  }
  const tracer: Tracer;
  export default tracer;
}
