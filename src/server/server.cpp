// The only file that includes Boost.Beast, which takes a minute to compile.
#include "foray/server/server.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <csignal>
#include <cstring>
#include <ctime>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "foray/notation/text.h"
#include "http_parts.h"

namespace foray::server {
namespace {

constexpr std::uint32_t kMostHeaderBytes = 8 * 1024;
constexpr std::size_t kMostBufferedBytes = 16 * 1024;
/// What is still read from a client that was told to go, so that it can read why.
constexpr std::size_t kMostDrainedBytes = 64 * 1024;
constexpr std::chrono::seconds kDrainTime{1};
constexpr std::chrono::milliseconds kPauseAfterFailure{100};
/// So much taken of an answer counts as progress.
constexpr std::size_t kGoodPiece = 16 * 1024;
/// One address may hold one of so many parts of all connections.
constexpr std::size_t kShares = 4;
/// How often an answer that goes on is asked for more, and after how many times without news the client is told that all is well.
constexpr std::chrono::milliseconds kPulse{500};
constexpr int kQuietPulses = 30;
/// How long those who watch are still told how it ended: two pulses and a little.
constexpr std::chrono::milliseconds kFarewell{1200};

class Connection;

/// What all connections share: the site, and who is here.
struct Shared {
    const Site& site;
    const ServerOptions& options;
    std::size_t most_connections;
    /// Oldest first. Idle ones wait for a request, or for the rest of one.
    std::list<Connection*> everybody{};
    std::map<asio::ip::address, std::size_t> by_address{};
    std::size_t streams = 0;  ///< answers that go on; at most half of the connections
    std::map<asio::ip::address, std::size_t> streams_by_address{};
};

/// One connection: requests one after the other, until somebody has had enough.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    Connection(tcp::socket&& socket, Shared& shared, asio::ip::address address)
        : stream_(std::move(socket)), pulse_(stream_.get_executor()), shared_(shared), address_(std::move(address)) {
        std::size_t& count = shared_.by_address[address_];
        place_ = shared_.everybody.insert(shared_.everybody.end(), this);
        ++count;  // nothing may fail from here on, or somebody would be counted who is not there
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() {
        shared_.everybody.erase(place_);
        const auto counted = shared_.by_address.find(address_);
        if (--counted->second == 0) shared_.by_address.erase(counted);
        end_stream();
    }

    void listen() {
        idle_ = true;
        parser_.emplace();
        parser_->header_limit(kMostHeaderBytes);
        // The deadline is for the whole request: sending it byte by byte gains nothing.
        stream_.expires_after(shared_.options.patience);
        http::async_read_header(stream_, buffer_, *parser_, beast::bind_front_handler(&Connection::on_request, shared_from_this()));
    }

    void turn_away() { send(Site::error(503), false); }

    [[nodiscard]] bool idle() const { return idle_; }
    [[nodiscard]] bool streams() const { return streams_; }
    [[nodiscard]] const asio::ip::address& address() const { return address_; }
    /// Makes room for somebody else.
    void leave() {
        idle_ = false;
        gone_ = true;
        end_stream();
        pulse_.cancel();
        stream_.cancel();
        error_code ignored;
        stream_.socket().close(ignored);  // NOLINT(bugprone-unused-return-value)
    }

private:
    void on_request(error_code error, std::size_t /*bytes*/) {
        if (error == asio::error::operation_aborted) return;
        idle_ = false;
        if (error == http::error::end_of_stream) return part();
        if (error == http::error::header_limit || error == http::error::buffer_overflow) return send(Site::error(431), false);
        if (error.category() == http::make_error_code(http::error::bad_target).category()) return send(Site::error(400), false);
        if (error) return;
        const auto& request = parser_->get();
        if (!names_one_host(request)) return send(Site::error(400), false);
        if (!is_for_us(request)) return send(Site::error(421), false);
        if (request.count(http::field::transfer_encoding) > 0 && !parser_->chunked()) return send(Site::error(501), false);
        const auto text = [&](http::field name) {
            const auto value = request[name];
            return std::string_view(value.data(), value.size());
        };
        const bool has_body = !parser_->is_done();
        if (shared_.options.make && !has_body && (request.method() == http::verb::get || request.method() == http::verb::head)) {
            const std::string_view target(request.target().data(), request.target().size());
            const std::size_t mark = std::min(target.find('?'), target.size());
            made_ = shared_.options.make(target.substr(0, mark), target.substr(std::min(mark + 1, target.size())));
            if (made_) return send_made(request.method() == http::verb::head, request.keep_alive());
        }
        const Reply reply = shared_.site.reply({.method = {request.method_string().data(), request.method_string().size()},
                                                .target = {request.target().data(), request.target().size()},
                                                .accept_encoding = text(http::field::accept_encoding),
                                                .if_none_match = text(http::field::if_none_match)});
        // Nobody has a use for a body: whoever announces one is answered and sent away, unread.
        send(has_body && reply.status != 405 ? Site::error(400) : reply, request.keep_alive() && !has_body && reply.status < 405);
    }

    /// Whether the name that was asked for is one of ours: in the target, where it is there, and in the header.
    [[nodiscard]] bool is_for_us(const http::request<http::empty_body>& request) const {
        error_code error;
        auto reached = stream_.socket().local_endpoint(error).address();
        if (reached.is_v6() && reached.to_v6().is_v4_mapped()) reached = asio::ip::make_address_v4(asio::ip::v4_mapped, reached.to_v6());
        std::string local = reached.to_string();
        local.resize(std::min(local.find('%'), local.size()));  // the network of an address that is valid in one only
        const std::string_view target(request.target().data(), request.target().size());
        if (!target.starts_with('/') && target != "*") {
            const auto name = host_of_url(target);
            if (!name || !shared_.options.hosts.serves(*name, local)) return false;
        }
        const auto host = request.find(http::field::host);
        // Without the header, in HTTP/1.0, nobody was misled: browsers always send it.
        return host == request.end() || shared_.options.hosts.serves({host->value().data(), host->value().size()}, local);
    }

    void send_made(bool head, bool keep_alive) {
        if (made_->more) {
            if (head) return begin_stream(true);
            if (!admit_stream(shared_, address_)) {
                made_.reset();
                return send(Site::error(503), false);
            }
            return begin_stream(false);
        }
        Reply reply{.status = made_->status, .type = made_->type, .cache = "no-store", .body = made_->body, .location = made_->location};
        reply.measured_only = head;
        send(reply, keep_alive);
    }

    /// Whether there is a place for another answer that goes on. When all are taken, whoever has the most gives one to who has fewer.
    static bool admit_stream(Shared& shared, const asio::ip::address& address);

    void count_stream() {
        std::size_t& count = shared_.streams_by_address[address_];
        ++count;
        ++shared_.streams;
        streams_ = true;
    }
    void end_stream() {
        if (!streams_) return;
        streams_ = false;
        --shared_.streams;
        const auto counted = shared_.streams_by_address.find(address_);
        if (--counted->second == 0) shared_.streams_by_address.erase(counted);
    }

    /// An answer that goes on until either side closes; its end is that of the connection.
    void begin_stream(bool head) {
        if (!head) count_stream();
        piece_ =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\nDate: " + date_now() +
            "\r\n";
        for (const Header& header : security_headers(false)) piece_.append(header.name).append(": ").append(header.value).append("\r\n");
        piece_ += "\r\n";
        if (head) {  // what would be said, but not for how long
            made_.reset();
            stream_.expires_after(shared_.options.patience);
            asio::async_write(stream_, asio::buffer(piece_), [self = shared_from_this()](error_code error, std::size_t) {
                if (!error) self->part();
            });
            return;
        }
        // Whatever else the client says is not listened to, but that it has gone is.
        stream_.expires_never();
        listen_for_end();
        write_piece(made_->more());
    }

    void listen_for_end() {
        stream_.async_read_some(asio::buffer(rest_), [self = shared_from_this()](error_code error, std::size_t bytes) {
            self->drained_ += bytes;
            if (error || self->drained_ > kMostDrainedBytes) return self->leave();
            self->listen_for_end();
        });
    }

    void write_piece(const std::string& news) {
        if (!news.empty()) {
            piece_ += "data: " + news + "\n\n";
            quiet_ = 0;
        } else if (++quiet_ >= kQuietPulses) {
            piece_ += ":\n\n";
            quiet_ = 0;
        }
        if (piece_.empty()) return wait_for_news();
        stream_.expires_after(shared_.options.patience);
        asio::async_write(stream_, asio::buffer(piece_), [self = shared_from_this()](error_code error, std::size_t) {
            self->piece_.clear();
            if (error) return self->leave();
            self->stream_.expires_never();
            self->wait_for_news();
        });
    }

    void wait_for_news() {
        pulse_.expires_after(kPulse);
        pulse_.async_wait([self = shared_from_this()](error_code error) {
            if (error || self->gone_) return;
            self->write_piece(self->made_->more());
        });
    }

    void send(const Reply& reply, bool keep_alive) {
        serializer_.reset();
        response_.emplace(respond(reply, keep_alive));
        serializer_.emplace(*response_);
        sent_ = 0;
        stream_.expires_after(shared_.options.patience);
        send_more(keep_alive);
    }

    /// A piece of the answer. The deadline moves on with every good piece that the client has taken: a slow reader gets its answer, one
    /// that takes a byte now and then does not.
    void send_more(bool keep_alive) {
        http::async_write_some(stream_, *serializer_, [self = shared_from_this(), keep_alive](error_code error, std::size_t bytes) {
            if (error) return;
            if (self->serializer_->is_done()) return keep_alive ? self->listen() : self->part();
            self->sent_ += bytes;
            if (self->sent_ >= kGoodPiece) {
                self->sent_ = 0;
                self->stream_.expires_after(self->shared_.options.patience);
            }
            self->send_more(keep_alive);
        });
    }

    /// Closing while something is unread would reset the connection, and the client might lose the answer.
    void part() {
        error_code ignored;
        stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);  // NOLINT(bugprone-unused-return-value)
        stream_.expires_after(kDrainTime);
        drain();
    }

    void drain() {
        stream_.async_read_some(asio::buffer(rest_), [self = shared_from_this()](error_code error, std::size_t bytes) {
            self->drained_ += bytes;
            if (!error && self->drained_ < kMostDrainedBytes) self->drain();
        });
    }

    beast::tcp_stream stream_;
    asio::steady_timer pulse_;
    Shared& shared_;
    asio::ip::address address_;
    std::list<Connection*>::iterator place_;
    bool idle_ = false;
    beast::flat_buffer buffer_{kMostBufferedBytes};
    std::optional<http::request_parser<http::empty_body>> parser_;
    std::optional<Response> response_;
    std::optional<http::response_serializer<http::span_body<const char>>> serializer_;
    std::size_t sent_ = 0;
    std::array<char, 4096> rest_{};
    std::size_t drained_ = 0;
    std::optional<Made> made_{};  ///< what is being answered, where it was made for this request
    std::string piece_{};         ///< of an answer that goes on
    int quiet_ = 0;
    bool gone_ = false;
    bool streams_ = false;  ///< counted among the answers that go on
};

bool Connection::admit_stream(Shared& shared, const asio::ip::address& address) {
    if (shared.streams < std::max<std::size_t>(1, shared.most_connections / 2)) return true;
    const auto& counts = shared.streams_by_address;
    const auto own = counts.find(address);
    const auto most = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == counts.end() || most->second <= (own == counts.end() ? 0 : own->second) + 1) return false;
    const asio::ip::address greedy = most->first;
    const auto oldest = std::find_if(shared.everybody.begin(), shared.everybody.end(),
                                     [&](const Connection* one) { return one->streams() && one->address() == greedy; });
    if (oldest == shared.everybody.end()) return false;
    (*oldest)->leave();
    return true;
}

/// Sends the oldest idle connection away, of `only` or, if null, of the address that has the most. False if there is none.
bool make_room(Shared& shared, const asio::ip::address* only) {
    Connection* chosen = nullptr;
    std::size_t most = 0;
    for (Connection* one : shared.everybody) {
        if (!one->idle() || (only != nullptr && one->address() != *only)) continue;
        const std::size_t count = shared.by_address.at(one->address());
        if (count <= most) continue;
        chosen = one;
        most = count;
    }
    if (chosen != nullptr) chosen->leave();
    return chosen != nullptr;
}

class Listener {
public:
    Listener(asio::io_context& io, Shared& shared) : acceptor_(io), pause_(io), shared_(shared) {}

    error_code open(const tcp::endpoint& at) {
        error_code error;
        acceptor_.open(at.protocol(), error);
        // A port whose last owner has just gone is free.
        if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
        if (!error) acceptor_.bind(at, error);
        if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
        return error;
    }

    [[nodiscard]] tcp::endpoint place() const { return acceptor_.local_endpoint(); }

    void welcome() {
        acceptor_.async_accept([this](error_code error, tcp::socket socket) {
            if (error == asio::error::operation_aborted) return;
            if (error) return rest();
            error_code ignored;
            socket.set_option(tcp::no_delay(true), ignored);  // NOLINT(bugprone-unused-return-value)
            admit(std::move(socket));
            welcome();
        });
    }
    /// After memory was short somewhere: whoever was being served then has lost his connection, the next one is let in. Whether the
    /// listener still waits for him is not known, so it begins anew.
    void recover() {
        acceptor_.cancel(ignored_);  // NOLINT(bugprone-unused-return-value)
        pause_.cancel();
        welcome();
    }

private:
    /// One address has a share of the places only, and whoever holds a place without using it loses it first.
    void admit(tcp::socket&& socket) {
        const auto peer = socket.remote_endpoint(ignored_);
        const asio::ip::address address = visitor(peer.address());
        const auto counted = shared_.by_address.find(address);
        const std::size_t share = std::max<std::size_t>(1, shared_.most_connections / kShares);
        bool room = true;
        if (shared_.everybody.size() >= shared_.most_connections) {
            room = make_room(shared_, nullptr);
        } else if (counted != shared_.by_address.end() && counted->second >= share) {
            room = make_room(shared_, &address);
        }
        const auto connection = std::make_shared<Connection>(std::move(socket), shared_, address);
        if (room) {
            connection->listen();
        } else {
            connection->turn_away();
        }
    }

    /// The system has run out of something, such as file descriptors: it may have some again in a moment.
    void rest() {
        pause_.expires_after(kPauseAfterFailure);
        pause_.async_wait([this](error_code error) {
            if (!error) welcome();
        });
    }

    tcp::acceptor acceptor_;
    asio::steady_timer pause_;
    Shared& shared_;
    error_code ignored_;
};

/// Ends everything soon after the flag is set: those who watch still hear how it ended.
void watch_for_stop(asio::io_context& io, asio::steady_timer& timer, Shared& shared) {
    const bool stop = shared.options.stop->load();
    timer.expires_after(stop ? kFarewell : kPulse / 5);
    timer.async_wait([&io, &timer, &shared, stop](error_code error) {
        if (error || stop) return io.stop();
        watch_for_stop(io, timer, shared);
    });
}

}  // namespace

bool is_loopback(const std::string& host) {
    error_code error;
    const auto address = asio::ip::make_address(host == "localhost" ? "127.0.0.1" : host, error);
    return !error && address.is_loopback();
}

Result<bool> serve(const Site& site, const ServerOptions& options, const std::function<void(const std::string& url)>& on_listening) {
    error_code error;
    const auto address = asio::ip::make_address(options.host == "localhost" ? "127.0.0.1" : options.host, error);
    if (error) return Error{foray::quoted(options.host) + " is not an address such as 127.0.0.1"};
    // Outlives the connections, which `io` still holds when it is destroyed.
    Shared shared{site, options, affordable(options.most_connections)};
    asio::io_context io(1);
    Listener listener(io, shared);
    error = listener.open({address, options.port});
    if (error == asio::error::address_in_use) return Error{"port " + std::to_string(options.port) + " is in use"};
    if (error) return Error{"cannot listen at " + url_of({address, options.port}) + ": " + error.message()};
    asio::signal_set signals(io);
    asio::steady_timer watch(io);
    if (options.stop == nullptr) {
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) signals.add(signal, error);
        signals.async_wait([&io](error_code, int) { io.stop(); });
    } else {
        watch_for_stop(io, watch, shared);
    }
    listener.welcome();
    on_listening(url_of(listener.place()));
    for (;;) {
        try {
            io.run();
            return true;
        } catch (const std::bad_alloc&) {
            if (options.stop != nullptr) throw;  // the wait for that flag may be lost
            listener.recover();
        }
    }
}

}  // namespace foray::server
