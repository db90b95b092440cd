// Questions as objects, asked of a supervised worker (supervisor.ts). The page asks through this, and so does the package's `Foray`.
import type { Ask, Questions } from "./contract.ts";
import { Supervisor, type Host } from "./supervisor.ts";

/** The question was understood and refused; the message is for people. */
export class Refused extends Error {}

export interface JobOptions<Part> {
  signal?: AbortSignal | undefined;
  /** What a streaming question says while it is being answered. */
  onPart?: ((part: Part) => void) | undefined;
}

export type PartOf<Name extends Ask> = Questions[Name] extends { says: infer Part } ? Part : never;

const searches: readonly Ask[] = ["choose", "analyse", "review"];

export class EngineClient {
  readonly #supervisor: Supervisor;

  constructor(host: Host) {
    this.#supervisor = new Supervisor(host);
  }

  /** Starts the worker before there is anything to ask, so that the first answer comes sooner. */
  warmUp(): void {
    this.#supervisor.warmUp();
  }

  /** Ends the worker; who is still waiting is told so. */
  close(): void {
    this.#supervisor.close();
  }

  async ask<Name extends Ask>(name: Name, question: Questions[Name]["takes"], { signal, onPart }: JobOptions<PartOf<Name>> = {}): Promise<Questions[Name]["gives"]> {
    const text = await this.#supervisor.run({
      question: JSON.stringify({ ask: name, ...question }),
      learns: searches.includes(name) ? (question as { game?: string }).game : undefined,
      signal,
      onPart: onPart && ((part) => onPart(JSON.parse(part) as PartOf<Name>)),
    });
    const answer = JSON.parse(text) as unknown;
    const reply = answer as { ok: boolean; error?: string };
    if (!reply.ok) throw new Refused(reply.error ?? "refused");
    return answer as Questions[Name]["gives"];
  }
}

/** What was fetched is kept, a failure is not: whoever asks next tries again. */
export function kept<T>(fetched: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => {
    begun ??= fetched().catch((why: unknown) => {
      begun = undefined;
      throw why;
    });
    return begun;
  };
}
