export * from "../package-foray/src/contract.ts";
