// Where there are threads: everywhere but in the browser's module, which asks for none. A build may say otherwise.
#pragma once

#ifndef FORAY_THREADS
#if defined(__wasm__)
#define FORAY_THREADS 0
#else
#define FORAY_THREADS 1
#endif
#endif
