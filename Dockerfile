# The command with all its libraries: docker build -t foray .
FROM debian:12 AS build
COPY . /src
WORKDIR /src
RUN script/bootstrap --build-only \
 && cmake -S . -B /build -G Ninja -DCMAKE_BUILD_TYPE=Release -DFORAY_NATIVE=OFF -DFORAY_TESTS=OFF -DFORAY_BENCHMARKS=OFF \
 && cmake --build /build --target foray

FROM debian:12
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends bubblewrap fonts-dejavu-core libcairo2 libfmt9 libgif7 \
    libsoci-core4.0 libsoci-postgresql4.0 libsoci-sqlite3-4.0 libtomlplusplus3 libxxhash0 libarchive13 libseccomp2 && rm -rf /var/lib/apt/lists/*
COPY --from=build /build/apps/foray/foray /usr/local/bin/foray
RUN useradd --create-home foray
USER foray
WORKDIR /home/foray
CMD ["foray", "--help"]
